// Bullet 3: its sequential-impulse solver as it comes (10 sweeps, warm starts, split impulse), nothing sleeps.

#include "engine.h"

#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <memory>
#include <vector>

namespace
{

struct bullet_engine
{
    double h = 0;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    std::unique_ptr<btDiscreteDynamicsWorld> world;
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    std::vector<btRigidBody *> of_body;     // NULL: does not move
    std::vector<btVector3> force;           // on each of them [N]
    std::vector<btTransform> frame_in_body; // our body's frame in Bullet's (centre of mass, principal axes)
};

btTransform transform(const double *p, const double *q)
{
    return btTransform(btQuaternion(q[1], q[2], q[3], q[0]), btVector3(p[0], p[1], p[2]));
}

std::unique_ptr<btCollisionShape> make_shape(const hf_model *model, const hf_shape_def &def)
{
    btVector3 size{def.size[0], def.size[1], def.size[2]};
    switch (def.kind)
    {
    case HF_SHAPE_PLANE: return std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), btScalar(0));
    case HF_SHAPE_SPHERE: return std::make_unique<btSphereShape>(size[0]);
    case HF_SHAPE_BOX: return std::make_unique<btBoxShape>(size);
    case HF_SHAPE_CAPSULE: return std::make_unique<btCapsuleShapeZ>(size[0], 2 * size[1]);
    case HF_SHAPE_CYLINDER: return std::make_unique<btCylinderShapeZ>(btVector3(size[0], size[0], size[1]));
    case HF_SHAPE_HULL:
    {
        hf_mesh_def mesh = hf_model_mesh(model, def.mesh);
        auto hull = std::make_unique<btConvexHullShape>();
        for (int k = 0; k < mesh.vertex_count; k++)
        {
            const double *v = mesh.vertices + 3 * k;
            hull->addPoint(btVector3(v[0], v[1], v[2]), false);
        }
        hull->recalcLocalAabb();
        hull->setMargin(0.001);
        return hull;
    }
    default: return nullptr;
    }
}

/// Bullet wants principal axes: its frame of a body in ours.
btTransform principal_frame(const hf_body_def &def, btVector3 &moments)
{
    const double *I = def.inertia;
    btMatrix3x3 inertia{I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2]}; // btScalar is double here
    btMatrix3x3 axes;
    inertia.diagonalize(axes, 1e-9, 50);
    moments = btVector3(inertia[0][0], inertia[1][1], inertia[2][2]);
    return btTransform(axes, btVector3(def.center[0], def.center[1], def.center[2]));
}

void *create(const hf_model *model, double h)
{
    auto e = std::make_unique<bullet_engine>();
    hf_settings settings = hf_model_settings(model);
    e->h = h;
    e->world = std::make_unique<btDiscreteDynamicsWorld>(&e->dispatcher, &e->broadphase, &e->solver, &e->configuration);
    e->world->setGravity(
        btVector3(settings.physics.gravity[0], settings.physics.gravity[1], settings.physics.gravity[2]));
    int count = hf_model_count(model, HF_ITEM_BODY);
    e->of_body.assign(size_t(count), nullptr);
    e->force.assign(size_t(count), btVector3(0, 0, 0));
    e->frame_in_body.assign(size_t(count), btTransform::getIdentity());
    for (int b = 0; b < count; b++)
    {
        hf_body_def body = hf_model_body(model, b);
        bool free = body.motion == HF_MOTION_FREE;
        e->force[size_t(b)] = btVector3(body.force[0], body.force[1], body.force[2]);
        btVector3 moments(0, 0, 0);
        btTransform frame = free ? principal_frame(body, moments) : btTransform::getIdentity();
        btTransform place = transform(body.position, body.orientation) * frame;
        e->frame_in_body[size_t(b)] = frame.inverse();
        for (int s = 0; s < hf_model_count(model, HF_ITEM_SHAPE); s++)
        {
            hf_shape_def def = hf_model_shape(model, s);
            if (def.body != b) continue;
            std::unique_ptr<btCollisionShape> shape = make_shape(model, def);
            if (!shape || (free && e->of_body[size_t(b)]))
                return nullptr; // one shape a body is enough for these scenes
            btTransform offset = frame.inverse() * transform(def.position, def.orientation);
            btCollisionShape *used = shape.get();
            e->shapes.push_back(std::move(shape));
            btTransform at = free ? place : place * offset;
            if (free && def.kind != HF_SHAPE_SPHERE)
            {
                auto compound = std::make_unique<btCompoundShape>(false);
                compound->addChildShape(offset, used);
                bool same = offset.getOrigin().length2() < 1e-24 && std::fabs(offset.getRotation().w()) > 1 - 1e-12;
                if (!same)
                {
                    used = compound.get();
                    e->shapes.push_back(std::move(compound));
                }
            }
            btRigidBody::btRigidBodyConstructionInfo info(free ? body.mass : 0, nullptr, used, moments);
            info.m_startWorldTransform = at;
            info.m_friction = btScalar(1);
            auto rigid = std::make_unique<btRigidBody>(info);
            rigid->setFriction(btScalar(std::sqrt(def.friction))); // Bullet multiplies the two
            rigid->setActivationState(DISABLE_DEACTIVATION);
            if (free)
            {
                const double *v = body.velocity, *w = body.angular_velocity;
                rigid->setLinearVelocity(btVector3(v[0], v[1], v[2]));
                rigid->setAngularVelocity(btVector3(w[0], w[1], w[2]));
                e->of_body[size_t(b)] = rigid.get();
            }
            e->world->addRigidBody(rigid.get());
            e->bodies.push_back(std::move(rigid));
        }
    }
    return e.release();
}

void step(void *self)
{
    auto *e = static_cast<bullet_engine *>(self);
    for (size_t b = 0; b < e->of_body.size(); b++)
        if (e->of_body[b]) e->of_body[b]->applyCentralForce(e->force[b]);
    e->world->stepSimulation(e->h, 0, e->h);
}

void pose_of(void *self, int body, engine_pose *pose)
{
    auto *e = static_cast<bullet_engine *>(self);
    *pose = engine_pose{{0, 0, 0}, {1, 0, 0, 0}, {0, 0, 0}};
    btRigidBody *b = e->of_body[size_t(body)];
    if (!b) return;
    btTransform at = b->getWorldTransform() * e->frame_in_body[size_t(body)];
    btQuaternion q = at.getRotation();
    for (int i = 0; i < 3; i++)
    {
        pose->position[i] = at.getOrigin()[i];
        pose->velocity[i] = b->getLinearVelocity()[i];
    }
    pose->orientation[0] = q.w(), pose->orientation[1] = q.x(), pose->orientation[2] = q.y();
    pose->orientation[3] = q.z();
}

void contacts_of(void *self, engine_contacts *out)
{
    auto *e = static_cast<bullet_engine *>(self);
    double worst = 0, largest = 0;
    int count = 0;
    for (int k = 0; k < e->dispatcher.getNumManifolds(); k++)
    {
        const btPersistentManifold *m = e->dispatcher.getManifoldByIndexInternal(k);
        for (int i = 0; i < m->getNumContacts(); i++)
        {
            const btManifoldPoint &p = m->getContactPoint(i);
            double normal = p.m_appliedImpulse;
            double tangential = std::hypot(double(p.m_appliedImpulseLateral1), double(p.m_appliedImpulseLateral2));
            worst = std::fmax(worst, tangential - p.m_combinedFriction * normal);
            largest = std::fmax(largest, normal);
            count++;
        }
    }
    out->count = count;
    out->cone_excess = largest > 0 ? worst / largest : 0;
}

void destroy(void *self)
{
    auto *e = static_cast<bullet_engine *>(self);
    for (auto &b : e->bodies) e->world->removeRigidBody(b.get());
    delete e;
}

} // namespace

extern "C" const engine engine_bullet = {
    "Bullet", "sequential impulses, 10 sweeps", create, step, pose_of, contacts_of, destroy, nullptr};
