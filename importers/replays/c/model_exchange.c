#include "model_exchange.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An event is located to this part of a second, a few units in the last place of the times that occur. */
static const double LOCATED = 1e-14;

int changed_sign(const double *before, const double *after) {
    for (size_t i = 0; i < given.indicators; i++) {
        if ((before[i] > 0) != (after[i] > 0)) return TRUE;
    }
    return FALSE;
}

static void moved(const double *from, double step, const double *slope, double *to) {
    for (size_t i = 0; i < given.states; i++) to[i] = from[i] + step * slope[i];
}

/* The classical Runge-Kutta step of length `step`. */
static void runge_kutta(Integrator *of, double step, double *end) {
    double slopes[4][MOST_STATES], at[MOST_STATES];
    const double *start = of->states;
    of->derivatives(of->instance, of->time, start, slopes[0]);
    moved(start, step / 2, slopes[0], at);
    of->derivatives(of->instance, of->time + step / 2, at, slopes[1]);
    moved(start, step / 2, slopes[1], at);
    of->derivatives(of->instance, of->time + step / 2, at, slopes[2]);
    moved(start, step, slopes[2], at);
    of->derivatives(of->instance, of->time + step, at, slopes[3]);
    for (size_t i = 0; i < given.states; i++) {
        end[i] = start[i] + step / 6 * (slopes[0][i] + 2 * slopes[1][i] + 2 * slopes[2][i] + slopes[3][i]);
    }
}

/* Whether a step of this length leads behind an event; its end and the indicators there. */
static int leads_behind(Integrator *of, double step, double *end, double *indicators) {
    runge_kutta(of, step, end);
    of->indicators(of->instance, of->time + step, end, indicators);
    return changed_sign(of->previous, indicators);
}

/* To `end` exactly, where the step reaches it but for rounding. */
static double length(const Integrator *of, double end) {
    double left = end - of->time;
    return of->length < left * (1 - 1e-9) ? of->length : left;
}

static void accept(Integrator *of, double time, const double *states) {
    of->time = time;
    memcpy(of->states, states, given.states * sizeof *states);
}

int integrate(Integrator *of, double end) {
    double before = 0, behind = length(of, end), states[MOST_STATES], indicators[MOST_STATES];
    if (!of->continues) of->indicators(of->instance, of->time, of->states, of->previous);
    of->continues = !leads_behind(of, behind, states, indicators);
    if (of->continues) {
        accept(of, behind == end - of->time ? end : of->time + behind, states);
        memcpy(of->previous, indicators, given.indicators * sizeof *indicators);
        return FALSE;
    }
    while (behind - before > LOCATED) {
        double middle = (before + behind) / 2;
        *(leads_behind(of, middle, states, indicators) ? &behind : &before) = middle;
    }
    leads_behind(of, behind, states, indicators);
    accept(of, of->time + behind, states);
    return TRUE;
}

void step_blindly(Integrator *of, double end) {
    double step = length(of, end), states[MOST_STATES];
    runge_kutta(of, step, states);
    accept(of, step == end - of->time ? end : of->time + step, states);
}

EventInfo event_iteration(Instance instance, int most) {
    EventInfo all = {0}, info = {.newDiscreteStatesNeeded = TRUE};
    for (int i = 0; i < most && info.newDiscreteStatesNeeded; i++) {
        CALL(NewDiscreteStates, instance, &info);
        all.valuesOfContinuousStatesChanged |= info.valuesOfContinuousStatesChanged;
        all.nominalsOfContinuousStatesChanged |= info.nominalsOfContinuousStatesChanged;
    }
    if (info.newDiscreteStatesNeeded) {
        printf("failed: the event iteration does not end in %d passes\n", most);
        exit(1);
    }
    return all;
}
