/* Actuators with dry friction in SUNDIALS CVODE, as an expert would write them: an explicit mode (backward, stuck,
 * forward), root functions for stops, breakaway, end stops and saturations, and a restart at each event and at each bend
 * of the inputs. Equations (1) to (6) of Borello & Dalla Vedova (2012) and the servomechanism of their section 5. */

#include "run.h"
#include <math.h>
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
    /* The piece at hand, and the last. */
    const piece_t *piece, *last;
    /* Sizes of the states. */
    const double *scales;
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
static void act_on(void *data, double t, double *y, const int *found) {
    state_t *s = data;
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

static int states(const state_t *s) { return s->plant->is_servo ? 5 : 2; }

static void begin(void *data, double tolerance, double *y, double *absolute) {
    state_t *s = data;
    for (int i = 0; i < states(s); i++) {
        y[i] = i == POSITION ? s->plant->start : 0.0;
        absolute[i] = tolerance * s->scales[i];
    }
    decide(s, 0.0, y);
}

static double next_restart(const void *data) {
    const state_t *s = data;
    return s->piece < s->last ? s->piece[1].time : INFINITY;
}

static void restart(void *data, double now, double *y) {
    state_t *s = data;
    s->piece++;
    if (!s->mode) {
        decide(s, now, y);
    }
}

/* Starts anew at each bend of the inputs. */
long work_precision_cvode(const plant_t *plant, const piece_t *pieces, int number_of_pieces, const double *scales,
                          const request_t *request, double *positions) {
    state_t s = {.plant = plant, .piece = pieces, .last = pieces + number_of_pieces - 1, .scales = scales};
    problem_t problem = {&s, states(&s), ROOTS, 1, derivatives, roots, begin, act_on, next_restart, restart};
    return run(&problem, request, positions);
}
