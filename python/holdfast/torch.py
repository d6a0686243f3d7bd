"""A step as a function of PyTorch.

    import holdfast, holdfast.torch
    step = holdfast.torch.Step(world, parameters=["mu"])
    q, v = step(q, v, u, p)                       # tensors of float64; loss.backward() goes through

A batch is a loop over its rows: each row is a step of the one world.
"""

import numpy as np
import torch

from .derivative import StepFunction

__all__ = ["Step"]


class _Function(torch.autograd.Function):
    @staticmethod
    def forward(ctx, step, q, v, u, p):
        numbers = [x.detach().cpu().numpy() for x in (q, v, u, p)]
        after_q, after_v = step.forward(*numbers)
        ctx.step, ctx.kept = step, step.kept()
        return torch.from_numpy(after_q), torch.from_numpy(after_v)

    @staticmethod
    def backward(ctx, grad_q, grad_v):
        grads = ctx.step.backward(grad_q.detach().cpu().numpy(), grad_v.detach().cpu().numpy(), ctx.kept)
        return (None, *(torch.from_numpy(np.ascontiguousarray(g)) for g in grads))


class Step:
    """step(q, v, u, p) -> q+, v+ with gradients; u and p may be left out."""

    def __init__(self, world, parameters=(), *, timestep=0.0, method="auto"):
        self.function = StepFunction(world, parameters, timestep=timestep, method=method)

    def __call__(self, q, v, u=None, p=None):
        none = torch.from_numpy(np.zeros(0))
        if p is None:
            p = torch.from_numpy(np.array([self.function.world.parameter(n) for n in self.function.names]))
        return _Function.apply(self.function, q, v, none if u is None else u, p)
