import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { readBytes } from '../../crawler/files/read-file.ts'
import type { Graph, GraphSource } from '../../model/graph/graph.ts'
import { RECORDING_JSON } from '../../model/recording/names.ts'
import { readRecording } from '../../record/folder/read-recording.ts'
import { parseHar, readHar } from '../../record/import/har-file.ts'
import { leastRttMs, linkRateMbps, linkRttMs, linkUpMbps } from '../../record/live/server-waits.ts'
import type { NavigationStart } from './har-lead.ts'
import { makeGraph } from './make-graph.ts'
import { observeHar } from './observe-har.ts'
import { observeRecording } from './observe-recording.ts'

/**
 * The graph of a recording's folder, or of a HAR file.
 * @throws GraphError, RecordingError where it cannot be read, or no graph can be made of it
 */
export async function graphFromFile(path: string, toolVersion: string): Promise<Graph> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  return isFolder ? await graphFromRecording(path, toolVersion) : await graphFromHar(path, toolVersion)
}

async function graphFromRecording(folder: string, toolVersion: string): Promise<Graph> {
  const recording = await readRecording(folder)
  const { load, ordinal } = observeRecording(recording, folder)
  const madeFrom = {
    kind: 'recording',
    file: basename(resolve(folder)),
    sha256: await sha256(join(folder, RECORDING_JSON)),
    sample: null,
    load: ordinal,
    startedAt: load.startedAt,
    browser: load.browser,
    arm: null,
    link: recording.link,
  } as const
  return makeGraph(load, { madeFrom, toolVersion })
}

async function graphFromHar(file: string, toolVersion: string): Promise<Graph> {
  const load = observeHar(await readHar(file), file)
  const madeFrom = {
    kind: 'har',
    file: basename(file),
    sha256: await sha256(file),
    sample: null,
    load: null,
    startedAt: load.startedAt,
    browser: load.browser,
    arm: null,
    link: null,
  } as const
  return makeGraph(load, { madeFrom, toolVersion })
}

/**
 * The graph of a sample by its HAR, whose page load time counts from the navigation's start.
 * @param navigation null: unknown, so that all counts from the start of the HAR's page
 * @throws GraphError, RecordingError where no graph can be made of it
 */
export function graphFromSample(
  har: unknown,
  {
    sample,
    arm,
    link,
    navigation,
    toolVersion,
    loads = [],
  }: Pick<GraphSource, 'arm' | 'link'> & {
    readonly sample: number
    readonly navigation: NavigationStart | null
    readonly toolVersion: string
    /** Graphs of other loads of the page: no guess that they contradict. */
    readonly loads?: readonly Graph[]
  },
): Graph {
  const name = `sample ${sample}`
  const load = observeHar(parseHar(har, name), name, {
    linkMbps: linkRateMbps(link),
    linkRttMs: linkRttMs(link),
    leastRttMs: leastRttMs(link),
    linkUpMbps: linkUpMbps(link),
    navigation,
  })
  const madeFrom = {
    kind: 'sample',
    file: null,
    sha256: null,
    sample,
    load: null,
    startedAt: load.startedAt,
    browser: load.browser,
    arm,
    link,
  } as const
  return makeGraph(load, { madeFrom, toolVersion, loads })
}

/** Longest HAR or recording that a graph is made of. */
const MAX_SOURCE_BYTES = 300_000_000

const sha256 = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readBytes(file, { maxBytes: MAX_SOURCE_BYTES }))
    .digest('hex')
