import { openSandbox } from '../../lab/sandbox/open.ts'
import { readSites } from '../../lab/sandbox/site/sites.ts'
import type { BenchLists } from './rounds.ts'

/** A sandbox of healthy replicas, and lists of them. The sites that are copied are not on the lists: they are few. */
export interface ReplicaSandbox extends BenchLists {
  /** Replicas of every replicable kind in turn: h1 alone, h1 and h2, all three, clear text alone. */
  readonly all: readonly string[]
}

/** Opens a sandbox with at least `count` entries for each list that is asked for. */
export async function openReplicaSandbox(
  count: number,
  lists: 'both' | 'all',
  options: { readonly cacheDir: string; readonly signal: AbortSignal },
): Promise<ReplicaSandbox> {
  const specs = readSites()
  const kinds = specs.filter(({ replicable }) => replicable)
  const h2Kinds = kinds.filter(({ facts }) => facts.h2 === true)
  const copiesPerKind = Math.ceil(count / (lists === 'both' ? h2Kinds.length : kinds.length))
  const sandbox = await openSandbox({ ...options, sites: specs.length + copiesPerKind * kinds.length })
  const replicas = sandbox.sites.slice(specs.length)
  const names = (sites: typeof replicas): string[] => sites.slice(0, count).map(({ domain }) => domain)
  const all = names(replicas)
  return {
    sandbox,
    // Of the one list, those whose server speaks h2 over TLS.
    lists: { 'alpn-and-get': names(replicas.filter(({ facts }) => facts.h2 === true)), everything: all },
    all,
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  }
}
