import { join } from 'node:path'
import { type ChainKind, SHORTEST_CHAIN } from '../certificate/chain-kind.ts'
import { writeGraphFiles } from '../graph/replay/write-graph-files.ts'
import { type GraphReplay, writeGraphReplay } from '../graph/replay/write-graph-replay.ts'
import { makeAuthority } from '../network/authority.ts'
import { hintedLink } from '../pages/hinted-link.ts'
import { pageFiles } from '../pages/page-files.ts'
import { writePageFiles } from '../pages/write-page-files.ts'
import { replayCertificates } from '../replay/replay-certificates.ts'
import type { ReplayLoad } from '../replay/replay-load.ts'
import { writeReplay } from '../replay/write-replay.ts'
import type { Certificate } from '../sandbox/site/certificates.ts'
import type { LabVariant } from './lab-variants.ts'
import { chainName } from './variant-chains.ts'

/** Content that the servers of a lab serve. */
export interface LabContent {
  /** `www/<host>/<path>`; `/` is index.html. */
  readonly www: string
  /** PEM file of the root that all certificates hang on. */
  readonly caFile: string
  /** Certificates by the name of variant and chain (`chainName`). One each, since a longer one could take a round trip more. */
  readonly certificates: ReadonlyMap<string, Certificate>
  /** Waits by the name of the variant: `host/path` to the wait before its answer, ms. */
  readonly think: ReadonlyMap<string, Readonly<Record<string, number>>>
  /** Hints by the name of the variant: `host/path` of the document to the `Link` of a 103; none where it names nothing. */
  readonly hints: ReadonlyMap<string, Readonly<Record<string, string>>>
  /** Replays by the name of the variant, of pages that were recorded. */
  readonly replays: ReadonlyMap<string, Replay>
  /** Graphs by the name of the variant, of pages that no browser loads. */
  readonly graphs: ReadonlyMap<string, ServedGraph>
}

interface ServedGraph extends GraphReplay {
  /** Replaces answers, as `www` of other pages; null: servers answer as the graph says. */
  readonly www: string | null
}

export interface Replay {
  /** File of its answers. */
  readonly file: string
  /** Certificates by the name of a host. */
  readonly certificates: ReadonlyMap<string, Certificate>
  /** Facts needed to load it. */
  readonly load: ReplayLoad
}

interface LabContentOptions {
  /** That cells ask for, by the name of the variant; default: the shortest. */
  readonly chains: ReadonlyMap<string, readonly ChainKind[]>
  /** Graphs of pages of the catalogue are files, so that every server serves them alike. */
  readonly graphsAsFiles: boolean
}

/** Writes the pages of all variants, and makes an authority and their certificates, below `folder`. */
export async function writeLabContent(
  folder: string,
  variants: Iterable<LabVariant>,
  { chains, graphsAsFiles }: LabContentOptions,
  signal: AbortSignal,
): Promise<LabContent> {
  const www = join(folder, 'www')
  const authority = await makeAuthority(join(folder, 'certificates'))
  const certificates = new Map<string, Certificate>()
  const think = new Map<string, Record<string, number>>()
  const hints = new Map<string, Record<string, string>>()
  const replays = new Map<string, Replay>()
  const graphs = new Map<string, ServedGraph>()
  for (const variant of variants) {
    signal.throwIfAborted()
    const names = variant.hosts.map(({ name }) => name)
    const { recording } = variant.page
    for (const kind of chains.get(variant.name) ?? [SHORTEST_CHAIN]) {
      const name = chainName(variant, kind)
      certificates.set(name, await authority.issue(name, names, kind))
    }
    if (recording !== undefined) {
      const file = join(folder, `replay-${variant.name}.json`)
      const load = await writeReplay(recording.folder, file)
      const issued = await replayCertificates(authority, variant.name, recording.hosts)
      replays.set(variant.name, { file, certificates: issued, load })
      continue
    }
    if (variant.page.graph !== undefined) {
      const { name } = variant
      const { graph } = variant.page
      const www = graphsAsFiles && graph.isMade ? join(folder, `graph-${name}`, 'www') : null
      if (www !== null) think.set(name, await writeGraphFiles(www, graph))
      graphs.set(name, { ...(await writeGraphReplay(folder, { name, ...graph }, authority.caFile)), www })
      continue
    }
    const files = pageFiles(variant.page, names)
    await writePageFiles(www, files)
    const link = hintedLink(variant.page, names)
    if (link !== null) hints.set(variant.name, { [`${names[0]}/`]: link })
    think.set(
      variant.name,
      Object.fromEntries(
        files
          .filter(({ thinkMs }) => thinkMs > 0)
          .map(({ host, path, thinkMs }) => [`${host}${path}`, thinkMs]),
      ),
    )
  }
  return { www, caFile: authority.caFile, certificates, think, hints, replays, graphs }
}
