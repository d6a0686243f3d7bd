// The second-order cone of one block, L = { x : x_0 >= ‖x_rest‖ }, of one to three dimensions, as interior points need
// it: Jordan's product, the scaling of Nesterov and Todd (1997), and how far a step may go. A cone of one dimension is
// the half line.

#ifndef HF_LINALG_CONE_SCALING_H
#define HF_LINALG_CONE_SCALING_H

enum
{
    CONE_DIM_MAX = 3
};

/// B = Q diag(root) Qᵀ with B r = B⁻¹ y = lambda.
typedef struct cone_scaling
{
    double Q[CONE_DIM_MAX * CONE_DIM_MAX]; // d × d, row-major, orthogonal
    double root[CONE_DIM_MAX];             // eigenvalues of B, > 0
    double lambda[CONE_DIM_MAX];
} cone_scaling;

/// The scaling of r and y, both inside the cone.
void cone_scale(int d, const double *r, const double *y, cone_scaling *scaling);

/// out ◄ Q diag(root^power) Qᵀ x.
void cone_apply(int d, const cone_scaling *scaling, int power, const double *x, double *out);

/// out ◄ x ∘ y.
void cone_product(int d, const double *x, const double *y, double *out);

/// out: lambda ∘ out = x.
void cone_divide(int d, const double *lambda, const double *x, double *out);

/// The least t > 0 at which x + t dx leaves the cone; infinite if it never does.
double cone_reach(int d, const double *x, const double *dx);

#endif
