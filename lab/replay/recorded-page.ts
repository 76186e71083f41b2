import { join, resolve } from 'node:path'
import { readTextSync } from '../../crawler/files/read-file-sync.ts'
import { RefusedFile } from '../../crawler/files/refused-file.ts'
import { RECORDING_JSON } from '../../model/recording/names.ts'
import type { Recording } from '../../model/recording/recording.ts'
import { RECORDING_LIMITS } from '../../record/folder/limits.ts'
import { parseRecording } from '../../record/folder/read-recording.ts'
import { RecordingError } from '../../record/recording-error.ts'
import type { LabPage, LabResource } from '../pages/shape/lab-page.ts'
import type { PageOptions } from '../pages/shape/page-options.ts'
import type { ResourceKind } from '../pages/shape/resource-kind.ts'
import { replayAnswers } from './replay-answers.ts'
import { replayHosts } from './replay-hosts.ts'

/** Says how plans name a page that was recorded: `recording:` and its folder. */
export const RECORDING_PREFIX = 'recording:'

/**
 * A page that `towline record` has written, as a replay serves it: on its own hosts, with its own think times.
 * @throws RangeError where the folder has none, or other hosts or waits are asked for than it has
 */
export function recordedPage(name: string, { shards, seed, thinkMs = 0 }: PageOptions): LabPage {
  const folder = resolve(name.slice(RECORDING_PREFIX.length))
  const recording = recordingIn(folder)
  const hosts = replayHosts(recording)
  const { pageUrl, source } = recording
  if (hosts[0]?.name !== new URL(pageUrl).hostname)
    throw new RangeError(`${name}: ${pageUrl} has no answer in it that can be replayed`)
  if (shards !== undefined && shards !== hosts.length)
    throw new RangeError(`${name} keeps its hosts: it has ${hosts.length} shards, not ${shards}`)
  if (thinkMs !== 0) throw new RangeError(`${name} keeps its think times: thinkMs is 0 there, not ${thinkMs}`)
  const resources = resourcesOf(recording, hosts)
  return {
    name,
    seed,
    shards: hosts.length,
    title: `${pageUrl}: ${resources.length} answers of ${hosts.length} hosts`,
    source: `recorded (${source.kind})${recording.recordedAt === null ? '' : `, ${recording.recordedAt}`}`,
    resources,
    recording: { folder, url: pageUrl, hosts, initialWindow: recording.initialWindow ?? null },
  }
}

function resourcesOf(recording: Recording, hosts: readonly { readonly name: string }[]): LabResource[] {
  return replayAnswers(recording).answers.map(({ id, url, thinkMs }, index) => {
    const { pathname, hostname } = new URL(url)
    const exchange = recording.exchanges[id]
    return {
      path: pathname,
      kind: KINDS[exchange?.resourceType ?? ''] ?? 'fetch',
      sizeBytes: exchange?.body?.bytes ?? 0,
      parent: index === 0 ? null : 0,
      shard: hosts.findIndex(({ name }) => name === hostname),
      thinkMs,
      computeMs: 0,
    }
  })
}

const KINDS: Readonly<Record<string, ResourceKind>> = {
  Document: 'document',
  Stylesheet: 'stylesheet',
  Script: 'script',
  Image: 'image',
  Font: 'font',
}

function recordingIn(folder: string): Recording {
  const file = join(folder, RECORDING_JSON)
  try {
    return parseRecording(readTextSync(file, { maxBytes: RECORDING_LIMITS.jsonBytes, within: folder }), file)
  } catch (error) {
    if (error instanceof RefusedFile) throw error
    if (error instanceof RecordingError) throw new RangeError(error.message, { cause: error })
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? `there is no ${file}` : `${file} cannot be read (${code})`
    throw new RangeError(`${RECORDING_PREFIX}${folder}: ${why}: towline record makes such a folder`, {
      cause: error,
    })
  }
}
