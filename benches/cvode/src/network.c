/* Bodies joined by springs and frictional contacts in SUNDIALS CVODE, in the way of a Modelica tool: each contact is a state
 * machine (free, stuck, sliding either way), stuck contacts make rigid groups whose inner torques follow from the balance of
 * each body, and root functions watch relative velocities, stuck torques against their levels, and engagements.
 *
 *   body      J a = sum of torques
 *   contact   -tau on b, +tau on a; sliding: tau = mode * sum of e(t) * level; stuck: |tau| <= sum of e(t) * peak * level
 *   spring    phi = q_b - q_a; -(c phi + d dphi/dt) on b, the opposite on a
 *
 * Contacts that join the same bodies are one here, with a term for each: otherwise their stuck torques were not unique. */

#include "run.h"
#include <math.h>
#include <string.h>

enum { MOST_SIGNALS = 8, MOST_BODIES = 8, MOST_CONTACTS = 8, MOST_TERMS = 8, GROUND = -1, ALWAYS = -1 };
enum { BACKWARD = -1, STUCK = 0, FORWARD = 1, FREE = 2 };

/* These mirror the structures of the same names in network.rs. */
typedef struct {
    int a, b;
    double stiffness, damping;
} spring_t;

typedef struct {
    int a, b;
} contact_t;

/* A share of a contact: its engagement is a signal, or 1. */
typedef struct {
    int contact, signal;
    double level, peak;
} term_t;

typedef struct {
    int body, signal;
} load_t;

/* Signals are linear from `time` on; mirrors `struct Piece` in piece.rs. `restarts`: some signal jumps, or leaves zero. */
typedef struct {
    double time, value[MOST_SIGNALS], slope[MOST_SIGNALS];
    int restarts;
} segment_t;

typedef struct {
    int bodies, springs, contacts, terms, loads, segments;
    const double *inertia, *position, *velocity;
    const spring_t *spring;
    const contact_t *contact;
    const term_t *term;
    const load_t *load;
    const segment_t *segment;
} network_t;

typedef struct {
    const network_t *n;
    /* Sizes of positions and velocities. */
    const double *scales;
    int is_smooth;
    /* The segment used last, and those that are known and continuous from the last restart on. */
    int segment, first, last;
    int mode[MOST_CONTACTS], is_engaged[MOST_TERMS];
    /* Bodies from the roots of their rigid groups on, where each hangs, and the contact that it hangs by. */
    int order[MOST_BODIES], parent[MOST_BODIES], by[MOST_BODIES], root[MOST_BODIES];
} machine_t;

/* ---- what acts ------------------------------------------------------------------------------------------------------- */

static void find_segment(machine_t *m, double t) {
    while (m->segment > m->first && t < m->n->segment[m->segment].time) {
        m->segment--;
    }
    while (m->segment < m->last && t >= m->n->segment[m->segment + 1].time) {
        m->segment++;
    }
}

static double signal_at(const machine_t *m, int which, double t) {
    const segment_t *s = &m->n->segment[m->segment];
    return which == ALWAYS ? 1.0 : s->value[which] + s->slope[which] * (t - s->time);
}

static void levels(const machine_t *m, double t, double *sliding, double *breakaway) {
    memset(sliding, 0, MOST_CONTACTS * sizeof *sliding);
    memset(breakaway, 0, MOST_CONTACTS * sizeof *breakaway);
    for (int i = 0; i < m->n->terms; i++) {
        const term_t *term = &m->n->term[i];
        if (m->is_engaged[i]) {
            double level = term->level * signal_at(m, term->signal, t);
            sliding[term->contact] += level;
            breakaway[term->contact] += level * term->peak;
        }
    }
}

static void push(double *torque, int a, int b, double tau) {
    torque[b] -= tau;
    if (a != GROUND) {
        torque[a] += tau;
    }
}

/* Torques on the bodies but for those of stuck contacts. */
static void torques(const machine_t *m, double t, const double *y, const double *sliding, double *torque) {
    const network_t *n = m->n;
    const double *q = y, *v = y + n->bodies;
    memset(torque, 0, MOST_BODIES * sizeof *torque);
    for (int i = 0; i < n->loads; i++) {
        torque[n->load[i].body] += signal_at(m, n->load[i].signal, t);
    }
    for (int i = 0; i < n->springs; i++) {
        const spring_t *s = &n->spring[i];
        double twist = q[s->b] - (s->a == GROUND ? 0.0 : q[s->a]), rate = v[s->b] - (s->a == GROUND ? 0.0 : v[s->a]);
        push(torque, s->a, s->b, s->stiffness * twist + s->damping * rate);
    }
    for (int i = 0; i < n->contacts; i++) {
        if (m->mode[i] == FORWARD || m->mode[i] == BACKWARD) {
            push(torque, n->contact[i].a, n->contact[i].b, m->mode[i] * sliding[i]);
        }
    }
}

/* ---- rigid groups ---------------------------------------------------------------------------------------------------- */

/* Hangs `body` and all that sticks to it below `parent`. */
static int hang(machine_t *m, int body, int parent, int by, int root, int count) {
    m->order[count++] = body;
    m->parent[body] = parent;
    m->by[body] = by;
    m->root[body] = root;
    for (int i = 0; i < m->n->contacts; i++) {
        const contact_t *c = &m->n->contact[i];
        int other = c->a == body ? c->b : c->b == body ? c->a : GROUND;
        if (m->mode[i] == STUCK && i != by && other != GROUND && m->root[other] == MOST_BODIES) {
            count = hang(m, other, body, i, root, count);
        }
    }
    return count;
}

static void group(machine_t *m) {
    int count = 0;
    for (int i = 0; i < MOST_BODIES; i++) {
        m->root[i] = MOST_BODIES;
    }
    for (int i = 0; i < m->n->contacts; i++) {
        if (m->mode[i] == STUCK && m->n->contact[i].a == GROUND) {
            count = hang(m, m->n->contact[i].b, GROUND, i, GROUND, count);
        }
    }
    for (int body = 0; body < m->n->bodies; body++) {
        if (m->root[body] == MOST_BODIES) {
            count = hang(m, body, GROUND, -1, body, count);
        }
    }
}

static void accelerations(const machine_t *m, const double *torque, double *a) {
    double sum[MOST_BODIES] = {0}, inertia[MOST_BODIES] = {0};
    for (int i = 0; i < m->n->bodies; i++) {
        if (m->root[i] != GROUND) {
            sum[m->root[i]] += torque[i];
            inertia[m->root[i]] += m->n->inertia[i];
        }
    }
    for (int i = 0; i < m->n->bodies; i++) {
        a[i] = m->root[i] == GROUND ? 0.0 : sum[m->root[i]] / inertia[m->root[i]];
    }
}

/* Torques of the stuck contacts: from the leaves on, what a body needs comes from where it hangs. */
static void stuck_torques(const machine_t *m, const double *torque, double *tau) {
    double a[MOST_BODIES], rest[MOST_BODIES];
    accelerations(m, torque, a);
    for (int i = 0; i < m->n->bodies; i++) {
        rest[i] = torque[i] - m->n->inertia[i] * a[i];
    }
    for (int k = m->n->bodies - 1; k >= 0; k--) {
        int body = m->order[k], by = m->by[body];
        if (by >= 0) {
            tau[by] = m->n->contact[by].b == body ? rest[body] : -rest[body];
            if (m->parent[body] != GROUND) {
                rest[m->parent[body]] += rest[body];
            }
        }
    }
}

/* What sticks together has one velocity, with the momentum that it had. */
static void unite(const machine_t *m, double *v) {
    double momentum[MOST_BODIES] = {0}, inertia[MOST_BODIES] = {0};
    for (int i = 0; i < m->n->bodies; i++) {
        if (m->root[i] != GROUND) {
            momentum[m->root[i]] += m->n->inertia[i] * v[i];
            inertia[m->root[i]] += m->n->inertia[i];
        }
    }
    for (int i = 0; i < m->n->bodies; i++) {
        int root = m->root[i];
        v[i] = root == GROUND ? 0.0 : root == i && inertia[root] == m->n->inertia[i] ? v[i] : momentum[root] / inertia[root];
    }
}

/* ---- modes ----------------------------------------------------------------------------------------------------------- */

static double relative(const machine_t *m, int contact, const double *v) {
    const contact_t *c = &m->n->contact[contact];
    return v[c->b] - (c->a == GROUND ? 0.0 : v[c->a]);
}

/* All that would not hold slides together, until what is left holds. */
static void release(machine_t *m, double t, double *y) {
    double sliding[MOST_CONTACTS], breakaway[MOST_CONTACTS], torque[MOST_BODIES], tau[MOST_CONTACTS] = {0};
    for (int again = 1; again;) {
        again = 0;
        group(m);
        unite(m, y + m->n->bodies);
        levels(m, t, sliding, breakaway);
        torques(m, t, y, sliding, torque);
        stuck_torques(m, torque, tau);
        for (int i = 0; i < m->n->contacts; i++) {
            if (m->mode[i] == STUCK && fabs(tau[i]) > breakaway[i]) {
                m->mode[i] = tau[i] > 0.0 ? FORWARD : BACKWARD;
                again = 1;
            }
        }
    }
}

/* Free or not, as the engagements have it from now on. */
static void engage(machine_t *m, double t, const double *v) {
    int is_engaged[MOST_CONTACTS] = {0};
    for (int i = 0; i < m->n->terms; i++) {
        const term_t *term = &m->n->term[i];
        double e = signal_at(m, term->signal, t), slope = term->signal == ALWAYS ? 0.0 : m->n->segment[m->segment].slope[term->signal];
        /* At a root of the engagement the slope tells. */
        m->is_engaged[i] = fabs(e) < 1e-11 ? slope > 0.0 : e > 0.0;
        is_engaged[term->contact] |= m->is_engaged[i];
    }
    for (int i = 0; i < m->n->contacts; i++) {
        double v_rel = relative(m, i, v);
        if (!is_engaged[i]) {
            m->mode[i] = FREE;
        } else if (m->mode[i] == FREE) {
            m->mode[i] = v_rel > 0.0 ? FORWARD : v_rel < 0.0 ? BACKWARD : STUCK;
        }
    }
}

static void act_on(void *data, double t, double *y, const int *found) {
    machine_t *m = data;
    find_segment(m, t);
    for (int i = 0; i < m->n->contacts; i++) {
        if (m->mode[i] == STUCK && (found[2 * i] || found[2 * i + 1])) {
            m->mode[i] = found[2 * i] ? FORWARD : BACKWARD;
        } else if (m->mode[i] != FREE && found[2 * i]) {
            m->mode[i] = STUCK;
        }
    }
    engage(m, t, y + m->n->bodies);
    release(m, t, y);
}

/* ---- for CVODE ------------------------------------------------------------------------------------------------------- */

static int derivatives(realtype t, N_Vector state, N_Vector rates, void *data) {
    machine_t *m = data;
    const double *y = N_VGetArrayPointer(state);
    double *rate = N_VGetArrayPointer(rates);
    double sliding[MOST_CONTACTS], breakaway[MOST_CONTACTS], torque[MOST_BODIES];
    find_segment(m, t);
    levels(m, t, sliding, breakaway);
    torques(m, t, y, sliding, torque);
    memcpy(rate, y + m->n->bodies, (size_t)m->n->bodies * sizeof *rate);
    accelerations(m, torque, rate + m->n->bodies);
    return 0;
}

static int roots(realtype t, N_Vector state, realtype *g, void *data) {
    machine_t *m = data;
    const double *y = N_VGetArrayPointer(state);
    double sliding[MOST_CONTACTS], breakaway[MOST_CONTACTS], torque[MOST_BODIES], tau[MOST_CONTACTS] = {0};
    find_segment(m, t);
    levels(m, t, sliding, breakaway);
    torques(m, t, y, sliding, torque);
    stuck_torques(m, torque, tau);
    for (int i = 0; i < m->n->contacts; i++) {
        int is_stuck = m->mode[i] == STUCK;
        g[2 * i] = is_stuck ? breakaway[i] - tau[i] : m->mode[i] == FREE ? 1.0 : relative(m, i, y + m->n->bodies);
        g[2 * i + 1] = is_stuck ? breakaway[i] + tau[i] : 1.0;
    }
    for (int i = 0; i < m->n->terms; i++) {
        g[2 * m->n->contacts + i] = signal_at(m, m->n->term[i].signal, t);
    }
    return 0;
}

/* The last segment before the next restart: which is at each of them, or only where it must. */
static int last_known(const machine_t *m, int from) {
    while (m->is_smooth && from + 1 < m->n->segments && !m->n->segment[from + 1].restarts) {
        from++;
    }
    return from;
}

static void begin(void *data, double tolerance, double *y, double *absolute) {
    machine_t *m = data;
    int bodies = m->n->bodies;
    m->last = last_known(m, 0);
    for (int i = 0; i < bodies; i++) {
        y[i] = m->n->position[i];
        y[bodies + i] = m->n->velocity[i];
        absolute[i] = tolerance * m->scales[0];
        absolute[bodies + i] = tolerance * m->scales[1];
    }
    for (int i = 0; i < m->n->contacts; i++) {
        m->mode[i] = FREE;
    }
    engage(m, 0.0, y + bodies);
    release(m, 0.0, y);
}

static double next_restart(const void *data) {
    const machine_t *m = data;
    return m->last + 1 < m->n->segments ? m->n->segment[m->last + 1].time : INFINITY;
}

static void restart(void *data, double now, double *y) {
    machine_t *m = data;
    m->segment = m->first = m->last + 1;
    m->last = last_known(m, m->first);
    engage(m, now, y + m->n->bodies);
    release(m, now, y);
}

/* Starts anew at each bend of the signals; if `is_smooth`, only where they jump or leave zero. */
long work_precision_network(const network_t *n, int is_smooth, const double *scales, const request_t *request,
                            double *positions) {
    machine_t m = {.n = n, .scales = scales, .is_smooth = is_smooth};
    int roots_of_all = 2 * n->contacts + n->terms;
    problem_t problem = {&m, 2 * n->bodies, roots_of_all, n->bodies, derivatives, roots, begin, act_on, next_restart, restart};
    return run(&problem, request, positions);
}
