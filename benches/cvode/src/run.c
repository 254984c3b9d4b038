#include "run.h"
#include <math.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

/* Everything that CVODE needs for one run. */
typedef struct {
    const problem_t *problem;
    SUNContext context;
    void *solver;
    N_Vector y, tolerances;
    SUNMatrix matrix;
    SUNLinearSolver linear;
    SUNNonlinearSolver nonlinear;
    long events;
} run_t;

static int prepare(run_t *run, const request_t *request) {
    const problem_t *p = run->problem;
    if (SUNContext_Create(NULL, &run->context)) {
        return -1;
    }
    run->y = N_VNew_Serial(p->states, run->context);
    run->tolerances = N_VNew_Serial(p->states, run->context);
    p->begin(p->data, request->tolerance, N_VGetArrayPointer(run->y), N_VGetArrayPointer(run->tolerances));
    run->solver = CVodeCreate(request->is_stiff ? CV_BDF : CV_ADAMS, run->context);
    int failed = CVodeInit(run->solver, p->derivatives, 0.0, run->y) || CVodeSetUserData(run->solver, p->data) ||
                 CVodeSVtolerances(run->solver, request->tolerance, run->tolerances) ||
                 CVodeRootInit(run->solver, p->roots, p->root) || CVodeSetMaxNumSteps(run->solver, 100000000L) ||
                 CVodeSetNoInactiveRootWarn(run->solver);
    if (request->is_stiff) {
        run->matrix = SUNDenseMatrix(p->states, p->states, run->context);
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

/* From `now` to `until`, over all events; not a step beyond `stop`, from where on the inputs are not known. */
static int advance(run_t *run, double now, double until, double stop) {
    const problem_t *p = run->problem;
    double t = now;
    while (until - t > SAME) {
        CVodeSetStopTime(run->solver, stop);
        int flag = CVode(run->solver, until, run->y, &t, CV_NORMAL);
        if (flag != CV_ROOT_RETURN) {
            return flag < 0 ? flag : 0;
        }
        int found[MOST_ROOTS];
        CVodeGetRootInfo(run->solver, found);
        p->act_on(p->data, t, N_VGetArrayPointer(run->y), found);
        if (++run->events > 1000000 || CVodeReInit(run->solver, t, run->y)) {
            return -1;
        }
    }
    return 0;
}

long run(const problem_t *p, const request_t *request, double *positions) {
    run_t run = {.problem = p};
    int failed = prepare(&run, request);
    double now = 0.0;
    for (int k = 1; k <= request->points && !failed; k++) {
        double until = k * request->step;
        while (!failed && p->next_restart(p->data) < until - SAME) {
            double bend = p->next_restart(p->data);
            failed = advance(&run, now, bend, bend);
            now = fmax(now, bend);
            p->restart(p->data, now, N_VGetArrayPointer(run.y));
            failed = failed || CVodeReInit(run.solver, now, run.y);
        }
        double restart = p->next_restart(p->data);
        double bend = isfinite(restart) ? fmax(restart, until) : request->points * request->step;
        failed = failed || advance(&run, now, until, request->is_slave ? until : bend);
        now = until;
        size_t row = (size_t)p->positions;
        memcpy(positions + (size_t)(k - 1) * row, N_VGetArrayPointer(run.y), row * sizeof *positions);
    }
    conclude(&run);
    return failed ? -1 : run.events;
}
