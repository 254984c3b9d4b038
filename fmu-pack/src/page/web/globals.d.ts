/** The plotting library, which stands in a script element of its own. */
declare const uPlot: any;
