import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Har } from 'har-format'
import type { SiteChange } from '../../../db/campaign/campaign-sites.ts'
import { type ExtraLoad, recordSample } from '../../../db/campaign/record-sample.ts'
import type { ClaimedSample } from '../../../db/campaign/sample-claims.ts'
import { withRoundDifferences } from '../../../har/answer-difference.ts'
import type { Verdict } from '../../../model/sample.ts'
import { computeAll } from '../../metrics/compute.ts'
import { metricsOfLoad } from '../../metrics/registry.ts'
import { encodeArtifacts } from '../load/artifact-codec.ts'
import { judgeExpectations } from '../load/expectations.ts'
import { analyseLoad } from './analyse-load.ts'
import type { HeldCampaignContext } from './campaign-context.ts'
import { judgeAnswers, readRoundDifferences } from './round-differences.ts'
import type { TakenLoad } from './take-load.ts'

interface LoadRecord {
  readonly sample: ClaimedSample | ExtraLoad
  readonly taken: TakenLoad
  readonly har: Har | null
  readonly verdict: Verdict
  readonly browserNo: number
  readonly change: Omit<SiteChange, 'site'>
}

/**
 * Analyses a load and records it with its metrics and artifacts, all or nothing. Resolves to its PLT and to the verdict that
 * the loads of its round before it leave of its own.
 */
export async function recordLoad(
  context: HeldCampaignContext,
  record: LoadRecord,
): Promise<{ readonly pltMs: number | null; readonly verdict: Verdict }> {
  const { sample, taken, browserNo, change } = record
  const { load, loadNo, cpuBusyFraction, cpuOtherFraction } = taken
  const { har, verdict: compared } = await comparedWithRound(context, record)
  const artifacts = await analyseLoad(taken, har, { ...context, signal: context.killSignal })
  const metrics = computeAll(artifacts, metricsOfLoad(artifacts, context.replay !== undefined))
  // A load beside the schedule has only its metrics stored, not the artifacts, and no packets are captured.
  const isSample = !('role' in sample)
  const expects = (isSample && context.expects) || {}
  const verdict = judgeExpectations(compared, expects, artifacts, metrics)
  const main = load.requests.findLast(({ isMainDocument, status }) => isMainDocument && status !== null)
  await recordSample(context.db, context.lease, {
    sample,
    metrics,
    artifacts: isSample ? await encodeArtifacts(artifacts) : [],
    filmstrip: isSample ? load.filmstrip : null,
    change,
    isPart: context.part !== undefined,
    result: {
      verdict,
      startedAt: load.startedAt,
      wallMs: load.wallMs,
      cpuBusyFraction,
      cpuOtherFraction,
      browserNo,
      loadNo,
      status: load.status,
      protocol: load.protocol,
      finalUrl: load.finalUrl,
      remoteAddress: main?.remoteAddress ?? null,
      server: main?.responseHeaders.server ?? null,
      pcapFile: isSample ? await keepPackets(context, sample, taken) : null,
    },
  })
  return { pltMs: metrics.find(({ name }) => name === 'plt_ms')?.value ?? null, verdict }
}

/** The load's HAR and verdict with what the loads of its round before it say of its answers. */
async function comparedWithRound(
  { db, lease }: HeldCampaignContext,
  { sample, har, verdict }: LoadRecord,
): Promise<Pick<LoadRecord, 'har' | 'verdict'>> {
  if ('role' in sample || har === null || verdict.state !== 'valid') return { har, verdict }
  const differences = await readRoundDifferences(db, lease.campaignId, sample, har)
  return { har: withRoundDifferences(har, differences), verdict: judgeAnswers(verdict, differences) }
}

/** Keeps the packets and the keys that open them, where that is asked for. Resolves to the capture's file. */
async function keepPackets(
  { keepPcap, lease }: HeldCampaignContext,
  { id }: ClaimedSample,
  { pcap, keys }: TakenLoad,
): Promise<string | null> {
  if (keepPcap === null || pcap === null) return null
  const folder = join(keepPcap, `campaign-${lease.campaignId}`)
  await mkdir(folder, { recursive: true })
  const file = join(folder, `sample-${id}.pcap`)
  await writeFile(file, pcap)
  await writeFile(join(folder, `sample-${id}.keys`), keys, { mode: 0o600 })
  return file
}
