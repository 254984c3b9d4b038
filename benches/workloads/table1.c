/* The yardstick in C: Table 1 of Borello & Dalla Vedova (2012), corrected, as a plain program writes it. */
#include <math.h>

struct table1 {
    double coulomb, opposing_gain, aiding_gain, static_ratio, inertia, viscous, travel, position, velocity;
};

void table1_step(struct table1 *t, double motor, double load, double dt)
{
    double active = motor - load - t->viscous * t->velocity;
    double opposing = t->coulomb + t->opposing_gain * fabs(load);
    double aiding = t->coulomb + t->aiding_gain * fabs(load);
    double friction, old = t->velocity;
    if (old != 0.0)
        friction = copysign(old * load < 0.0 ? aiding : opposing, old);
    else if (load < 0.0)
        friction = fmin(fmax(active, -t->static_ratio * opposing), t->static_ratio * aiding);
    else
        friction = fmin(fmax(active, -t->static_ratio * aiding), t->static_ratio * opposing);
    t->velocity += (active - friction) / t->inertia * dt;
    if (old * t->velocity < 0.0)
        t->velocity = 0.0;
    t->position = fmin(fmax(t->position + (old + t->velocity) * dt / 2.0, -t->travel), t->travel);
    if (t->position == -t->travel)
        t->velocity = fmax(t->velocity, 0.0);
    if (t->position == t->travel)
        t->velocity = fmin(t->velocity, 0.0);
}
