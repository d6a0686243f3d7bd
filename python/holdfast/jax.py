"""A step as a function of JAX, with a gradient of its own (`custom_vjp`).

    import holdfast, holdfast.jax
    step = holdfast.jax.step(world, parameters=["mu"])
    q, v = step(q, v, u, p)                       # jax.grad goes through; needs jax_enable_x64

The step is made on the host (`pure_callback`): under `jit` as well, one step at a time.
"""

import jax
import numpy as np

from .derivative import StepFunction

__all__ = ["step"]


def step(world, parameters=(), *, timestep=0.0, method="auto"):
    """step(q, v, u, p) -> q+, v+."""
    function = StepFunction(world, parameters, timestep=timestep, method=method)
    nq, nv, x = world.model.q_count, world.model.v_count, 2 * world.model.v_count
    sizes = nq, nv, world.model.actuator_count, len(function.names)
    activations = function.world.linearize(next=True).A.shape[0] - x

    def shape(*numbers):
        return jax.ShapeDtypeStruct(numbers, np.float64)

    def forward_host(q, v, u, p):
        after = function.forward(*(np.asarray(a, dtype=np.float64) for a in (q, v, u, p)))
        before, A, B, P, _ = function.kept()
        return (*after, before, A, B, P)

    rows = x + activations
    shapes = (shape(nq), shape(nv), shape(nq), shape(rows, rows), shape(rows, sizes[2]), shape(rows, sizes[3]))

    def forward(q, v, u, p):
        after_q, after_v, before, A, B, P = jax.pure_callback(forward_host, shapes, q, v, u, p)
        return (after_q, after_v), (before, A, B, P, after_q)

    def backward_host(grad_q, grad_v, *kept):
        kept = [np.asarray(k, dtype=np.float64) for k in kept]
        return tuple(function.backward(np.asarray(grad_q), np.asarray(grad_v), kept))

    def backward(kept, grads):
        return jax.pure_callback(backward_host, tuple(shape(n) for n in sizes), *grads, *kept)

    call = jax.custom_vjp(lambda q, v, u, p: forward(q, v, u, p)[0])
    call.defvjp(forward, backward)
    return call
