/* Actuators with dry friction in SUNDIALS CVODE, as an expert would write them: an explicit mode (backward, stuck,
 * forward), root functions for stops, breakaway, end stops and saturations, and a restart at each event and at each bend
 * of the inputs. Equations (1) to (6) of Borello & Dalla Vedova (2012) and the servomechanism of their section 5. */

#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#include <time.h>

enum { POSITION, VELOCITY, SPOOL, FLAPPER, FLAPPER_RATE };
enum { DRIVE, LOAD, SUPPLY, INPUTS };
enum { ROOTS = 7 };

/* Mirrors `struct Plant` in plant.rs. */
typedef struct {
    double inertia, viscous, spring, coulomb, opposing, aiding, static_ratio, lower, upper;
    int is_servo;
    double proportional_gain, current_limit, torque_motor_gain, feedback_stiffness, flapper_stiffness, frequency, damping,
        flapper_travel, spool_gain, spool_travel, pressure_gain, flow_gain, leakage, displacement, start;
} plant_t;

/* Inputs are linear from `time` on: mirrors `struct Inputs` in plant.rs. */
typedef struct {
    double time, value[INPUTS], slope[INPUTS];
} piece_t;

typedef struct {
    const plant_t *plant;
    const piece_t *piece;
    int mode, stop, flapper_stop;
} state_t;

static double input(const state_t *s, int which, double t) {
    return s->piece->value[which] + s->piece->slope[which] * (t - s->piece->time);
}

static double clamp(double value, double limit) { return fmax(-limit, fmin(limit, value)); }

static double current(const state_t *s, double t, double x) {
    return s->plant->proportional_gain * (input(s, DRIVE, t) - x);
}

/* Torque or force of what drives the body. */
static double drive(const state_t *s, double t, const double *y) {
    const plant_t *p = s->plant;
    if (!p->is_servo) {
        return input(s, DRIVE, t) - p->spring * y[POSITION];
    }
    double pressure = clamp(p->pressure_gain * y[SPOOL], input(s, SUPPLY, t));
    double conductance = p->pressure_gain / p->flow_gain;
    double flow = conductance * p->displacement * y[VELOCITY];
    return p->displacement * (pressure - flow) / (1.0 + p->leakage * conductance);
}

static double active(const state_t *s, double t, const double *y) {
    return drive(s, t, y) - input(s, LOAD, t) - s->plant->viscous * y[VELOCITY];
}

static double level(const state_t *s, double t, int direction) {
    const plant_t *p = s->plant;
    double load = input(s, LOAD, t);
    double loss = direction * load < 0.0 ? 1.0 - p->aiding : 1.0 / p->opposing - 1.0;
    return p->coulomb + loss * fabs(load);
}

static double flapper_acceleration(const state_t *s, double t, const double *y) {
    const plant_t *p = s->plant;
    double torque = p->torque_motor_gain * clamp(current(s, t, y[POSITION]), p->current_limit);
    double target = (torque - p->feedback_stiffness * y[SPOOL]) / p->flapper_stiffness;
    return p->frequency * p->frequency * (target - y[FLAPPER]) - 2.0 * p->damping * p->frequency * y[FLAPPER_RATE];
}

static int derivatives(realtype t, N_Vector state, N_Vector rates, void *data) {
    const state_t *s = data;
    const double *y = N_VGetArrayPointer(state);
    double *rate = N_VGetArrayPointer(rates);
    rate[POSITION] = s->mode ? y[VELOCITY] : 0.0;
    rate[VELOCITY] = s->mode ? (active(s, t, y) - s->mode * level(s, t, s->mode)) / s->plant->inertia : 0.0;
    if (s->plant->is_servo) {
        int is_held = y[SPOOL] * y[FLAPPER] > 0.0 && fabs(y[SPOOL]) >= s->plant->spool_travel;
        rate[SPOOL] = is_held ? 0.0 : s->plant->spool_gain * y[FLAPPER];
        rate[FLAPPER] = s->flapper_stop ? 0.0 : y[FLAPPER_RATE];
        rate[FLAPPER_RATE] = s->flapper_stop ? 0.0 : flapper_acceleration(s, t, y);
    }
    return 0;
}

static int roots(realtype t, N_Vector state, realtype *g, void *data) {
    const state_t *s = data;
    const plant_t *p = s->plant;
    const double *y = N_VGetArrayPointer(state);
    double act = active(s, t, y);
    for (int i = 0; i < ROOTS; i++) {
        g[i] = 1.0;
    }
    if (s->mode) {
        g[0] = y[VELOCITY];
        g[2] = s->mode > 0 ? p->upper - y[POSITION] : 1.0;
        g[3] = s->mode < 0 ? y[POSITION] - p->lower : 1.0;
    } else {
        g[0] = s->stop > 0 ? 1.0 : p->static_ratio * level(s, t, 1) - act;
        g[1] = s->stop < 0 ? 1.0 : p->static_ratio * level(s, t, -1) + act;
    }
    if (p->is_servo) {
        g[4] = s->flapper_stop ? s->flapper_stop * flapper_acceleration(s, t, y) : p->flapper_travel - fabs(y[FLAPPER]);
        g[5] = p->current_limit - fabs(current(s, t, y[POSITION]));
        g[6] = input(s, SUPPLY, t) - fabs(p->pressure_gain * y[SPOOL]);
    }
    return 0;
}

/* At rest: whether it stays there, and which way it leaves. */
static void decide(state_t *s, double t, double *y) {
    double act = active(s, t, y);
    y[VELOCITY] = 0.0;
    s->mode = 0;
    if (s->stop <= 0 && act > s->plant->static_ratio * level(s, t, 1)) {
        s->mode = 1;
    } else if (s->stop >= 0 && act < -s->plant->static_ratio * level(s, t, -1)) {
        s->mode = -1;
    }
    s->stop = s->mode ? 0 : s->stop;
}

/* What the roots that were found change. */
static void act_on(state_t *s, double t, double *y, const int *found) {
    if (s->mode && (found[2] || found[3])) {
        s->stop = found[2] ? 1 : -1;
        y[POSITION] = found[2] ? s->plant->upper : s->plant->lower;
        decide(s, t, y);
    } else if (s->mode && found[0]) {
        decide(s, t, y);
    } else if (!s->mode && (found[0] || found[1])) {
        s->mode = found[0] ? 1 : -1;
        s->stop = 0;
    }
    if (found[4] && s->flapper_stop) {
        s->flapper_stop = 0;
    } else if (found[4]) {
        s->flapper_stop = y[FLAPPER] > 0.0 ? 1 : -1;
        y[FLAPPER] = s->flapper_stop * s->plant->flapper_travel;
        y[FLAPPER_RATE] = 0.0;
    }
}

double work_precision_cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

const char *work_precision_sundials_version(void) { return SUNDIALS_VERSION; }

/* Everything that CVODE needs for one run. */
typedef struct {
    SUNContext context;
    void *solver;
    N_Vector y, tolerances;
    SUNMatrix matrix;
    SUNLinearSolver linear;
    SUNNonlinearSolver nonlinear;
} run_t;

static int prepare(run_t *run, state_t *s, int is_stiff, double tolerance, const double *scales) {
    int size = s->plant->is_servo ? 5 : 2;
    if (SUNContext_Create(NULL, &run->context)) {
        return -1;
    }
    run->y = N_VNew_Serial(size, run->context);
    run->tolerances = N_VNew_Serial(size, run->context);
    double *y = N_VGetArrayPointer(run->y);
    for (int i = 0; i < size; i++) {
        y[i] = i == POSITION ? s->plant->start : 0.0;
        N_VGetArrayPointer(run->tolerances)[i] = tolerance * scales[i];
    }
    decide(s, 0.0, y);
    run->solver = CVodeCreate(is_stiff ? CV_BDF : CV_ADAMS, run->context);
    int failed = CVodeInit(run->solver, derivatives, 0.0, run->y) || CVodeSetUserData(run->solver, s) ||
                 CVodeSVtolerances(run->solver, tolerance, run->tolerances) || CVodeRootInit(run->solver, ROOTS, roots) ||
                 CVodeSetMaxNumSteps(run->solver, 100000000L) || CVodeSetNoInactiveRootWarn(run->solver);
    if (is_stiff) {
        run->matrix = SUNDenseMatrix(size, size, run->context);
        run->linear = SUNLinSol_Dense(run->y, run->matrix, run->context);
        failed = failed || CVodeSetLinearSolver(run->solver, run->linear, run->matrix);
    } else {
        run->nonlinear = SUNNonlinSol_FixedPoint(run->y, 0, run->context);
        failed = failed || CVodeSetNonlinearSolver(run->solver, run->nonlinear);
    }
    return failed ? -1 : 0;
}

static void release(run_t *run) {
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

/* From `now` to `until`, over all events; not a step beyond `stop`, from where on the inputs are not known. */
static int advance(run_t *run, state_t *s, double now, double until, double stop, long *events) {
    double t = now;
    if (until - now <= SAME) {
        return 0;
    }
    CVodeSetStopTime(run->solver, stop);
    for (;;) {
        int flag = CVode(run->solver, until, run->y, &t, CV_NORMAL);
        if (flag != CV_ROOT_RETURN) {
            return flag < 0 ? flag : 0;
        }
        int found[ROOTS];
        CVodeGetRootInfo(run->solver, found);
        act_on(s, t, N_VGetArrayPointer(run->y), found);
        ++*events;
        if (*events > 1000000 || CVodeReInit(run->solver, t, run->y)) {
            return -1;
        }
        if (until - t <= SAME) {
            return 0;
        }
        CVodeSetStopTime(run->solver, stop);
    }
}

/* Integrates over `points` multiples of `step`, writing the position at each. As a slave it stops at each of them, because
 * it cannot know how the inputs go on; otherwise it steps over them as far as the inputs are smooth. Returns the number of
 * events, or -1. */
long work_precision_cvode(const plant_t *plant, const piece_t *pieces, int number_of_pieces, int is_stiff, int is_slave,
                          double tolerance, const double *scales, double step, int points, double *positions) {
    state_t s = {.plant = plant, .piece = pieces};
    run_t run = {0};
    long events = 0;
    int failed = prepare(&run, &s, is_stiff, tolerance, scales);
    double now = 0.0;
    for (int k = 1, piece = 0; k <= points && !failed; k++) {
        double until = k * step;
        while (!failed && piece + 1 < number_of_pieces && pieces[piece + 1].time < until - SAME) {
            double bend = pieces[piece + 1].time;
            failed = advance(&run, &s, now, bend, bend, &events);
            now = fmax(now, bend);
            s.piece = &pieces[++piece];
            if (!s.mode) {
                decide(&s, now, N_VGetArrayPointer(run.y));
            }
            failed = failed || CVodeReInit(run.solver, now, run.y);
        }
        double bend = piece + 1 < number_of_pieces ? fmax(pieces[piece + 1].time, until) : points * step;
        failed = failed || advance(&run, &s, now, until, is_slave ? until : bend, &events);
        now = until;
        positions[k - 1] = N_VGetArrayPointer(run.y)[POSITION];
    }
    release(&run);
    return failed ? -1 : events;
}
