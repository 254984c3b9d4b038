/* Bodies joined by springs and frictional contacts in SUNDIALS CVODE, in the way of a Modelica tool: each contact is a state
 * machine (free, stuck, sliding either way), stuck contacts make rigid groups whose inner torques follow from the balance of
 * each body, and root functions watch relative velocities, stuck torques against their levels, and engagements.
 *
 *   body      J a = sum of torques
 *   contact   -tau on b, +tau on a; sliding: tau = mode * sum of e(t) * level; stuck: |tau| <= sum of e(t) * peak * level
 *   spring    phi = q_b - q_a; -(c phi + d dphi/dt) on b, the opposite on a
 *
 * Contacts that join the same bodies are one here, with a term for each: otherwise their stuck torques were not unique. */

#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

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

static void act_on(machine_t *m, double t, double *y, const int *found) {
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

typedef struct {
    SUNContext context;
    void *solver;
    N_Vector y, tolerances;
    SUNMatrix matrix;
    SUNLinearSolver linear;
    SUNNonlinearSolver nonlinear;
} run_t;

static int prepare(run_t *run, machine_t *m, int is_stiff, double tolerance, const double *scales) {
    int bodies = m->n->bodies;
    if (SUNContext_Create(NULL, &run->context)) {
        return -1;
    }
    run->y = N_VNew_Serial(2 * bodies, run->context);
    run->tolerances = N_VNew_Serial(2 * bodies, run->context);
    double *y = N_VGetArrayPointer(run->y);
    for (int i = 0; i < bodies; i++) {
        y[i] = m->n->position[i];
        y[bodies + i] = m->n->velocity[i];
        N_VGetArrayPointer(run->tolerances)[i] = tolerance * scales[0];
        N_VGetArrayPointer(run->tolerances)[bodies + i] = tolerance * scales[1];
    }
    for (int i = 0; i < m->n->contacts; i++) {
        m->mode[i] = FREE;
    }
    engage(m, 0.0, y + bodies);
    release(m, 0.0, y);
    run->solver = CVodeCreate(is_stiff ? CV_BDF : CV_ADAMS, run->context);
    int failed = CVodeInit(run->solver, derivatives, 0.0, run->y) || CVodeSetUserData(run->solver, m) ||
                 CVodeSVtolerances(run->solver, tolerance, run->tolerances) ||
                 CVodeRootInit(run->solver, 2 * m->n->contacts + m->n->terms, roots) ||
                 CVodeSetMaxNumSteps(run->solver, 100000000L) || CVodeSetNoInactiveRootWarn(run->solver);
    if (is_stiff) {
        run->matrix = SUNDenseMatrix(2 * bodies, 2 * bodies, run->context);
        run->linear = SUNLinSol_Dense(run->y, run->matrix, run->context);
        failed = failed || CVodeSetLinearSolver(run->solver, run->linear, run->matrix);
    } else {
        run->nonlinear = SUNNonlinSol_FixedPoint(run->y, 0, run->context);
        failed = failed || CVodeSetNonlinearSolver(run->solver, run->nonlinear);
    }
    return failed ? -1 : 0;
}

static void conclude(run_t *run) {
    CVodeFree(&run->solver);
    if (run->matrix) {
        SUNLinSolFree(run->linear);
        SUNMatDestroy(run->matrix);
    }
    if (run->nonlinear) {
        SUNNonlinSolFree(run->nonlinear);
    }
    N_VDestroy(run->y);
    N_VDestroy(run->tolerances);
    SUNContext_Free(&run->context);
}

/* Times that are closer than this are the same, in s. */
static const double SAME = 1e-12;

/* From `now` to `until`, over all events; not a step beyond `stop`, from where on the signals are not known. */
static int advance(run_t *run, machine_t *m, double now, double until, double stop, long *events) {
    double t = now;
    while (until - t > SAME) {
        CVodeSetStopTime(run->solver, stop);
        int flag = CVode(run->solver, until, run->y, &t, CV_NORMAL);
        if (flag != CV_ROOT_RETURN) {
            return flag < 0 ? flag : 0;
        }
        int found[2 * MOST_CONTACTS + MOST_TERMS];
        CVodeGetRootInfo(run->solver, found);
        find_segment(m, t);
        act_on(m, t, N_VGetArrayPointer(run->y), found);
        ++*events;
        if (*events > 1000000 || CVodeReInit(run->solver, t, run->y)) {
            return -1;
        }
    }
    return 0;
}

/* The first segment from `from` on where it starts anew: at each, or only where it must. */
static int next_restart(const network_t *n, int from, int is_smooth) {
    while (is_smooth && from < n->segments && !n->segment[from].restarts) {
        from++;
    }
    return from;
}

/* Integrates over `points` multiples of `step`, writing the positions at each. It starts anew at every bend of the signals;
 * if `is_smooth`, only where they jump or leave zero. As a slave it stops at each point, because it cannot know how the signals go on.
 * Returns the number of events, or -1. */
long work_precision_network(const network_t *n, int is_stiff, int is_slave, int is_smooth, double tolerance,
                            const double *scales, double step, int points, double *positions) {
    machine_t m = {.n = n};
    run_t run = {0};
    long events = 0;
    int restart = next_restart(n, 1, is_smooth);
    m.last = restart - 1;
    int failed = prepare(&run, &m, is_stiff, tolerance, scales);
    double now = 0.0;
    for (int k = 1; k <= points && !failed; k++) {
        double until = k * step;
        while (!failed && restart < n->segments && n->segment[restart].time < until - SAME) {
            double bend = n->segment[restart].time;
            failed = advance(&run, &m, now, bend, bend, &events);
            now = fmax(now, bend);
            m.segment = m.first = restart;
            restart = next_restart(n, restart + 1, is_smooth);
            m.last = restart - 1;
            double *y = N_VGetArrayPointer(run.y);
            engage(&m, now, y + n->bodies);
            release(&m, now, y);
            failed = failed || CVodeReInit(run.solver, now, run.y);
        }
        double bend = restart < n->segments ? fmax(n->segment[restart].time, until) : points * step;
        failed = failed || advance(&run, &m, now, until, is_slave ? until : bend, &events);
        now = until;
        memcpy(positions + (size_t)(k - 1) * (size_t)n->bodies, N_VGetArrayPointer(run.y), (size_t)n->bodies * sizeof(double));
    }
    conclude(&run);
    return failed ? -1 : events;
}
