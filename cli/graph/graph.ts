import type { CommandTable } from '../options/command-table.ts'

export const GRAPH_COMMANDS: CommandTable = [
  {
    usage: 'make [options] [source]',
    description: 'Makes the graph of one load, as JSON (docs/graph.md), or of several samples of a page.',
    load: async () => (await import('./graph-make.ts')).graphMakeCommand,
  },
  {
    usage: 'show [options] <file>',
    description: 'Shows a graph: its depth, its critical path, and what waits for what.',
    load: async () => (await import('./graph-show.ts')).graphShowCommand,
  },
  {
    usage: 'replay [options] <files...>',
    description:
      'Loads graphs over an emulated link under HTTP/1.1, HTTP/2 and HTTP/3, without a browser, from a ' +
      'server of this machine that gives as many bytes as the page had. The samples stay; --resume ' +
      'continues.',
    load: async () => (await import('./graph-replay.ts')).graphReplayCommand,
  },
]
