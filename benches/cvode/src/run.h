/* A run of CVODE over communication points, whatever it integrates: it starts anew at each event and wherever the problem says. */

#ifndef RUN_H
#define RUN_H

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>

enum { MOST_ROOTS = 24 };

/* Times that are closer than this are the same, in s. */
static const double SAME = 1e-12;

/* How CVODE integrates, and where it is read: mirrors `struct Request` in cvode.rs. */
typedef struct {
    int is_stiff, is_slave, points;
    double tolerance, step;
} request_t;

/* What is integrated. */
typedef struct {
    void *data;
    int states, roots, positions;
    CVRhsFn derivatives;
    CVRootFn root;
    /* The states at time 0, and their absolute tolerances. */
    void (*begin)(void *data, double tolerance, double *y, double *absolute);
    /* What the roots that were found change. */
    void (*act_on)(void *data, double t, double *y, const int *found);
    /* The next time at which it starts anew though no root is found; INFINITY if there is none. */
    double (*next_restart)(const void *data);
    /* Goes over that time, which is now. */
    void (*restart)(void *data, double now, double *y);
} problem_t;

/* Integrates over `points` multiples of `step`, writing the positions, which are the first states, at each. As a slave it stops
 * at each of them, because it cannot know how the inputs go on; otherwise it steps over them up to the next restart. Returns the
 * number of events, or -1. */
long run(const problem_t *problem, const request_t *request, double *positions);

#endif
