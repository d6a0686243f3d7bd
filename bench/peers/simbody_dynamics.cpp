// Simbody 3: O(n) forward dynamics in joint coordinates. A link with several joints is a chain of mobilized bodies, all but the last
// without mass.

#include "simbody_dynamics.h"

#include <SimTKsimbody.h>

#include <cstdio>
#include <exception>
#include <vector>

using namespace SimTK;

namespace
{

/// Where the coordinates of one mobilizer stand in ours and in Simbody's.
struct place
{
    enum kind
    {
        SCALAR,
        BALL,
        FREE
    } kind;
    int q, v; // ours
    int their_q, their_v;
    double reference;
};

Vec3 vector(vec3 a)
{
    return Vec3(a.x, a.y, a.z);
}

Rotation rotation(quat q)
{
    return Rotation(Quaternion(q.w, q.x, q.y, q.z));
}

/// About the link's origin, as Simbody wants it; ours is about the centre of mass.
MassProperties mass_properties(const articulated_link &link)
{
    const double *I = link.inertia;
    Vec3 center = vector(link.center);
    Inertia inertia(Vec3(I[0], I[1], I[2]), Vec3(I[3], I[4], I[5]));
    return MassProperties(link.mass, center, inertia.shiftFromMassCenter(center, link.mass));
}

} // namespace

struct simbody_dynamics
{
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    State state;
    std::vector<place> places;
    std::vector<MobilizedBodyIndex> mobilized; // of each place

    void add_joint(const articulated_joint &joint, MobilizedBody &inboard, const Transform &frame, const Body &body,
                   MobilizedBodyIndex *made);
    void add_link(const articulated_tree &tree, int i, std::vector<MobilizedBodyIndex> &links);
    void finish();
};

/// `frame`: the link's frame as the joints before have left it, in the inboard body.
void simbody_dynamics::add_joint(const articulated_joint &joint, MobilizedBody &inboard, const Transform &frame,
                                 const Body &body, MobilizedBodyIndex *made)
{
    Vec3 anchor = vector(joint.position);
    place where{place::SCALAR, joint.q, joint.v, 0, 0, joint.reference};
    if (joint.kind == HF_JOINT_BALL)
    {
        where.kind = place::BALL;
        Transform at(anchor);
        *made = MobilizedBody::Ball(inboard, frame * at, body, at).getMobilizedBodyIndex();
    }
    else if (joint.kind == HF_JOINT_HINGE)
    {
        Transform at(Rotation(UnitVec3(vector(joint.axis)), ZAxis), anchor);
        *made = MobilizedBody::Pin(inboard, frame * at, body, at).getMobilizedBodyIndex();
    }
    else
    {
        Transform at(Rotation(UnitVec3(vector(joint.axis)), XAxis), anchor);
        *made = MobilizedBody::Slider(inboard, frame * at, body, at).getMobilizedBodyIndex();
    }
    places.push_back(where);
    mobilized.push_back(*made);
}

void simbody_dynamics::add_link(const articulated_tree &tree, int i, std::vector<MobilizedBodyIndex> &links)
{
    const articulated_link &link = tree.links[i];
    Body::Rigid solid(mass_properties(link));
    MobilizedBodyIndex inboard = link.parent < 0 ? MobilizedBodyIndex(0) : links[link.parent];
    Transform frame(rotation(link.orientation), vector(link.position));
    if (tree.floating && i == 0)
    {
        MobilizedBody::Free body(matter.Ground(), Transform(), solid, Transform());
        links[i] = body.getMobilizedBodyIndex();
        places.push_back({place::FREE, link.q_begin, link.v_begin, 0, 0, 0});
        mobilized.push_back(links[i]);
        return;
    }
    if (link.joint_count == 0)
    {
        MobilizedBody::Weld body(matter.updMobilizedBody(inboard), frame, solid, Transform());
        links[i] = body.getMobilizedBodyIndex();
    }
    for (int k = 0; k < link.joint_count; k++)
    {
        bool last = k + 1 == link.joint_count;
        MobilizedBodyIndex made;
        Body body = last ? static_cast<Body>(solid) : static_cast<Body>(Body::Massless());
        add_joint(tree.joints[link.joint_begin + k], matter.updMobilizedBody(inboard), frame, body, &made);
        inboard = made;
        frame = Transform();
        if (last) links[i] = made;
    }
}

void simbody_dynamics::finish()
{
    state = system.realizeTopology();
    system.realizeModel(state);
    for (size_t k = 0; k < places.size(); k++)
    {
        const MobilizedBody &body = matter.getMobilizedBody(mobilized[k]);
        places[k].their_q = body.getFirstQIndex(state);
        places[k].their_v = body.getFirstUIndex(state);
    }
}

simbody_dynamics *simbody_dynamics_create(const articulated_tree *tree, vec3 gravity, char *why, int size)
{
    try
    {
        auto *d = new simbody_dynamics;
        std::vector<MobilizedBodyIndex> links(static_cast<size_t>(tree->link_count));
        for (int i = 0; i < tree->link_count; i++) d->add_link(*tree, i, links);
        Force::UniformGravity(d->forces, d->matter, vector(gravity));
        d->finish();
        return d;
    }
    catch (const std::exception &e)
    {
        std::snprintf(why, static_cast<size_t>(size), "%s", e.what());
        return nullptr;
    }
}

void simbody_dynamics_destroy(simbody_dynamics *dynamics)
{
    delete dynamics;
}

// Angular velocities: ours in the turned body's axes, Simbody's in those of the frame it turns in; the same holds for their derivatives.
void simbody_dynamics_forward(simbody_dynamics *d, const double *q, const double *v, double *a)
{
    Vector &Q = d->state.updQ(), &U = d->state.updU();
    for (const place &p : d->places)
    {
        if (p.kind == place::SCALAR)
        {
            Q[p.their_q] = q[p.q] - p.reference;
            U[p.their_v] = v[p.v];
            continue;
        }
        int turn_q = p.kind == place::FREE ? p.q + 3 : p.q, turn_v = p.kind == place::FREE ? p.v + 3 : p.v;
        vec3 spin = quat_rotate(quat_load(q + turn_q), v3_load(v + turn_v));
        for (int k = 0; k < 4; k++) Q[p.their_q + k] = q[turn_q + k];
        for (int k = 0; k < 3; k++) U[p.their_v + k] = v3_at(spin, k);
        for (int k = 0; p.kind == place::FREE && k < 3; k++)
        {
            Q[p.their_q + 4 + k] = q[p.q + k];
            U[p.their_v + 3 + k] = v[p.v + k];
        }
    }
    d->system.realize(d->state, Stage::Acceleration);
    const Vector &A = d->state.getUDot();
    for (const place &p : d->places)
    {
        if (p.kind == place::SCALAR)
        {
            a[p.v] = A[p.their_v];
            continue;
        }
        int turn_q = p.kind == place::FREE ? p.q + 3 : p.q, turn_v = p.kind == place::FREE ? p.v + 3 : p.v;
        vec3 spin = v3(A[p.their_v], A[p.their_v + 1], A[p.their_v + 2]);
        v3_store(a + turn_v, quat_rotate_back(quat_load(q + turn_q), spin));
        for (int k = 0; p.kind == place::FREE && k < 3; k++) a[p.v + k] = A[p.their_v + 3 + k];
    }
}
