import { join } from 'node:path'
import { ENTRY } from '../../cli/options/entry.ts'
import { latestCampaign } from '../../db/campaign/campaigns.ts'
import { measuredSamples } from '../../db/campaign/sample-metrics.ts'
import { openDatabase } from '../../db/connection/open.ts'
import type { LoadSample, ProbeContender, ProbeJob } from './contender.ts'

/** The shortest that there is: no peer makes one. */
const PAUSE_MS = 1

/** towline's own command; everything that a campaign records goes to its database, as always. */
export function towline(name: string, about: string, flags: readonly string[]): ProbeContender {
  return {
    name,
    about,
    programs: [],
    pauseMs: PAUSE_MS,
    argv: (job) => [
      process.execPath,
      ENTRY,
      'probe',
      '--sites',
      job.host,
      '--arms',
      job.arm,
      '--rounds',
      String(job.samples),
      '--pause',
      `${PAUSE_MS}ms`,
      // No peer leaves a load out because the machine was busy.
      '--busy-limit',
      '1',
      '--resolver',
      job.resolver,
      '--ca',
      job.caFile,
      '--allow-address',
      job.allowCidrs.join(','),
      '--database',
      databaseFile(job),
      ...flags,
    ],
    async read(job) {
      await using db = await openDatabase({ url: databaseFile(job), readOnly: true })
      const campaign = await latestCampaign(db)
      if (campaign === null) return []
      const samples: LoadSample[] = []
      for await (const { sample, metrics } of measuredSamples(db, campaign.id, { roles: ['sample'] })) {
        const pltMs = metrics.find((metric) => metric.name === 'plt_ms')?.value ?? null
        if (sample.state !== 'valid' || sample.startedAt === null || pltMs === null) continue
        samples.push({ startedAtMs: Date.parse(sample.startedAt), pltMs })
      }
      return samples
    },
  }
}

const databaseFile = ({ folder }: ProbeJob): string => join(folder, 'towline.sqlite')
