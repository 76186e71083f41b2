/** Marks every graph as such in `format`, so that a file can be told from others. */
export const GRAPH_FORMAT = 'towline-graph'

/**
 * Version of the file format. The major number rises where an older reader would misread what is written, and that reader
 * then refuses it; the minor one where fields were added, which an older reader ignores.
 */
export const GRAPH_VERSION = { major: 1, minor: 7 } as const
