import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { readBytes } from '../../crawler/files/read-file.ts'
import type { RecordedHostFacts, RecordingFacts } from '../../model/recording/facts.ts'
import { RECORDING_JSON } from '../../model/recording/names.ts'
import type { Recording } from '../../model/recording/recording.ts'
import { RECORDING_LIMITS } from '../../record/folder/limits.ts'
import { parseRecording } from '../../record/folder/read-recording.ts'
import { median } from '../../stats/median.ts'
import { publicLink } from '../link/condition/public-link.ts'
import { nameWaits } from './name-waits.ts'
import { replayAnswers } from './replay-answers.ts'
import { mainEntry } from './replay-hosts.ts'
import { originOf } from './replayed-origin.ts'

/** The facts of the recording in a folder. @throws RecordingError where there is none */
export async function recordingFacts(folder: string): Promise<RecordingFacts> {
  const file = join(folder, RECORDING_JSON)
  const bytes = await readBytes(file, { maxBytes: RECORDING_LIMITS.jsonBytes, within: folder })
  return factsOf(parseRecording(bytes.toString(), file), createHash('sha256').update(bytes).digest('hex'))
}

/** @param sha256 of recording.json */
export function factsOf(recording: Recording, sha256: string): RecordingFacts {
  const { exchanges, notReplayed } = recording
  const { answers, leftOut } = replayAnswers(recording)
  const byKind = Map.groupBy(notReplayed, ({ kind }) => kind)
  return {
    pageUrl: recording.pageUrl.replace(/[?#].*$/s, ''),
    source: recording.source.kind,
    recordedAt: recording.recordedAt,
    sha256,
    link: publicFacts(recording.link),
    hosts: hostFacts(recording),
    answers: answers.length,
    bodyBytes: answers.reduce((sum, { id }) => sum + (exchanges[id]?.body?.bytes ?? 0), 0),
    livePltMs: pltMsOf(recording, 'times'),
    http1PltMs: pltMsOf(recording, 'http1'),
    thinkTimes: {
      byRequest: answers.filter(({ id }) => exchanges[id]?.bound?.by === 'request').length,
      byHost: answers.filter(({ id }) => exchanges[id]?.bound?.by === 'host').length,
      unknown: answers.filter(({ id }) => exchanges[id]?.bound === null).length,
    },
    notReplayed: [...byKind].map(([kind, entries]) => ({ kind, count: entries.length })),
    leftOut: leftOut.length,
    roundTrips: 'one for all',
    initialWindow: recording.initialWindow ?? null,
    lookUps: nameWaits(recording) === null ? 'none' : 'by resolver',
  }
}

function pltMsOf({ loads }: Recording, wanted: 'times' | 'http1'): number[] {
  return loads.flatMap(({ purpose, failure, metrics }) =>
    purpose === wanted && failure === null ? (metrics.plt_ms ?? []) : [],
  )
}

const trace = z.string().nullable()
const WITH_TRACES = z.looseObject({ downTrace: trace, upTrace: trace })

/** Delivery traces of the link lie where the page was recorded, which nobody else need know. */
function publicFacts(link: Recording['link']): Recording['link'] {
  const condition = WITH_TRACES.safeParse(link?.condition).data
  return link === null || condition === undefined ? link : { ...link, condition: publicLink(condition) }
}

/** Takes TLS for a name that was asked for in clear text and over TLS on the ports of those. */
function hostFacts({ hosts, loads }: Recording): RecordedHostFacts[] {
  const counted = new Set(loads.filter(({ purpose }) => purpose === 'times').map(({ ordinal }) => ordinal))
  return [...Map.groupBy(hosts, (host) => originOf(host).host)].flatMap(([name, entries]) => {
    const entry = mainEntry(entries)
    if (entry === undefined) return []
    const roundTripsMs = entry.loads.flatMap(({ load, roundTripMs }) =>
      counted.has(load) ? (roundTripMs ?? []) : [],
    )
    return {
      name,
      address: entry.address,
      protocol: entry.protocol,
      roundTripMs: median(roundTripsMs) ?? null,
    }
  })
}
