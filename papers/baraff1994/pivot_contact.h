// Pivoting with friction: the state, and the moves that the drives are made of.

#ifndef HF_PAPERS_BARAFF1994_PIVOT_CONTACT_H
#define HF_PAPERS_BARAFF1994_PIVOT_CONTACT_H

#include "papers/baraff1994/pivot.h"

/// Friction at a contact.
typedef enum friction_state
{
    FRICTION_NONE = 0, // not established: f_T stays where it is (zero, unless it was given up on)
    FRICTION_STUCK,    // the paper's C_F: tangential rows clamped, or held where they depend on others
    FRICTION_CONE,     // NC⁺, NC⁻, NC_F: f_T = mu f_N · direction
} friction_state;

typedef struct pivot_contact
{
    int row;      // its normal; the tangential rows follow
    int tangents; // 1 or 2
    double mu;
    bool dynamic; // always on the cone, whatever the acceleration
    friction_state state;
    double direction[2]; // of f_T on the cone, in the axes of now
    double axis[2];      // the first tangential axis of now, in the axes of the problem (3D)
    bool given_up;       // in this drive
    double *tied;        // n: A_N + mu (d_x A_x + d_y A_y), the column of f_N on the cone
} pivot_contact;

/// Which violated condition is driven next. The paper leaves it open; where one order circles, another may not.
typedef enum drive_order
{
    ORDER_WORST = 0, // the largest violation, normals before friction
    ORDER_FIRST,     // the least row
    ORDER_LAST,      // the greatest row
    ORDER_COUNT,
} drive_order;

/// Rows of W as the method sees them.
typedef struct contact_state
{
    work_meter *work;
    int n;
    int contact_count;
    double *A; // n × n, column-major, in the axes of now
    double *b;
    double *lo, *hi;
    int *contact; // n: the contact of a row, -1 for rows without
    pivot_contact *contacts;
    const double **column; // n: where the column of f_i stands: in A, or tied
    hf_pivot_set *set;
    double *f, *a, *root;
    double force; // Σ root_i |f_i|
    inverse X;    // of the clamped rows and columns
    int *index, *position;
    double *df, *da;
    double *x, *y, *z, *w; // scratch
    double *B;             // scratch, n × n
    int *pivot;            // scratch
    bool *refused;         // n: found dependent, or given up on, in this drive
    bool *excused;         // n: hold by themselves, up to rounding
    int *moves;            // n: how often a row has moved without progress in this drive
    drive_order order;
    int returns; // moves without progress that a row may make in a drive
    hf_pivot_result *result;
} contact_state;

/// An acceleration below this share of its terms is rounding. Coarser than without friction: the explicit inverse,
/// refined once, leaves this.
static const double CONTACT_NOISE = 1e-12;

static inline double contact_noise(const contact_state *s, int i)
{
    return CONTACT_NOISE * (fabs(s->b[i]) + s->root[i] * s->force);
}

static inline bool is_tangent(const contact_state *s, int i)
{
    return s->contact[i] >= 0 && s->contacts[s->contact[i]].row != i;
}

/// Normal and scalar rows: +1: f_i must grow, -1: it must shrink, 0: fine.
static inline int contact_violation(const contact_state *s, int i)
{
    double noise = contact_noise(s, i);
    if (s->a[i] < -noise && s->f[i] < s->hi[i]) return 1;
    if (s->a[i] > noise && s->f[i] > s->lo[i]) return -1;
    return 0;
}

/// Δf and Δa for a change of f_d at the rate `sign`. Returns Σ root_i |Δf_i|.
double contact_direction(contact_state *s, int d, double sign);

/// Clamps row i; false if it depends on those that are.
bool contact_clamp(contact_state *s, int i);

/// Releases it, f_i stays.
void contact_unclamp(contact_state *s, int i);

/// Puts friction on the cone, in the direction given; clamped tangential rows are released.
void contact_tie(contact_state *s, pivot_contact *c, const double *direction);

/// Takes it off the cone; f_T stays.
void contact_untie(contact_state *s, pivot_contact *c);

/// Clamps the tangential rows; those that depend on others are held.
void contact_stick(contact_state *s, pivot_contact *c);

/// f = 0, all rows released.
void contact_open(contact_state *s, pivot_contact *c);

/// Turns the tangential axes of a contact in 3D so that the first one points along (x, y); its rows must not be
/// clamped.
void contact_turn(contact_state *s, pivot_contact *c, double x, double y);

/// Turns them back to those of the problem.
void contact_turn_back(contact_state *s, pivot_contact *c);

/// Factors the clamped system anew. Dependent rows are released.
void contact_factor(contact_state *s);

/// a ◄ A f + b, then f_C corrected so that a_C = 0; factors anew if the inverse has drifted.
void contact_refresh(contact_state *s);

/// Establishes all conditions, one drive after the other. The state may be any whose established conditions hold.
hf_pivot_end contact_drive_all(contact_state *s, const hf_pivot_options *options, double *ray);

#endif
