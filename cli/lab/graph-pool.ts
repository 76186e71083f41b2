import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BrowserPool } from '../../crawler/probe/browser/browser-pool.ts'
import { type GraphBrowserOptions, openGraphBrowser } from '../../lab/graph/replay/open-graph-browser.ts'
import type { GraphReplay } from '../../lab/graph/replay/write-graph-replay.ts'
import { findLabProgram } from '../../lab/process/find-program.ts'
import { programVersion } from '../../lab/process/program-version.ts'
import type { RunnerOrder } from '../../lab/run/runner-messages.ts'

/**
 * Replayers of a graph in the place of browsers, a process for each arm that stays: a load leaves nothing behind in it. Null
 * where the page is no graph.
 */
export async function graphPool(
  graph: GraphReplay | null,
  { compute, inRealTime, keyLog }: Pick<GraphBrowserOptions, 'compute' | 'inRealTime' | 'keyLog'>,
  { cacheDir }: Pick<RunnerOrder, 'cacheDir'>,
): Promise<(AsyncDisposable & { readonly pool: BrowserPool }) | null> {
  if (graph === null) return null
  const program = findLabProgram('towline-load', cacheDir)
  const version = await programVersion(program)
  const folder = await mkdtemp(join(tmpdir(), 'towline-graph-'))
  const { orderFile, documents } = graph
  const pool = new BrowserPool({
    cold: false,
    open: (arm) =>
      openGraphBrowser({
        ...{ arm, program, version, orderFile, documents },
        ...{ compute, inRealTime, keyLog, folder },
      }),
  })
  return {
    pool,
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
