/** Says who loaded the pages of a campaign. Samples of two sources are never pooled: they are not of one distribution. */
const SAMPLE_SOURCES = {
  browser: 'a browser',
  graph: 'a replayer that walks a graph of the page over real sockets (docs/graph.md)',
} as const

export type SampleSource = keyof typeof SAMPLE_SOURCES

export const SAMPLE_SOURCE_NAMES = Object.keys(SAMPLE_SOURCES) as [SampleSource, ...SampleSource[]]
