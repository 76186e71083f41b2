import { realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import type { LinkCondition } from '../../lab/link/condition/link.ts'
import { userAgentOf, userAgentSuffix } from '../options/run-settings.ts'
import { LIVE_SITE_GAP_MS } from '../probe/probe-options.ts'
import type { WorkerCommandOptions } from './worker-options.ts'

/** A job's demands on a worker in the network, in the job's own words or in those of the survey that it is of. */
interface AskedConduct {
  readonly vantage: string | null
  readonly allowAddress: readonly string[]
  readonly optOut: boolean
  readonly robots: boolean
  /** User agent of a survey's requests, or what the browser's own is followed by in a campaign. */
  readonly userAgent: string
}

type Owner = Pick<
  WorkerCommandOptions,
  'allowAddress' | 'contact' | 'optOut' | 'robots' | 'userAgent' | 'vantage'
>

/**
 * Whoever can add jobs must not be able to send a worker into its own network, past robots.txt or the list of who wants to be
 * left alone, or have it call itself somebody else: all this is for its owner to say.
 * @throws Error where the job asks for more than the worker was started with
 */
export function demandConduct(worker: Owner, job: AskedConduct): void {
  const started = 'this worker was started'
  if (job.vantage !== worker.vantage)
    throw new Error(
      `it is of the vantage point ${job.vantage ?? '–'}, and this worker is at ${worker.vantage}`,
    )
  const refused = job.allowAddress.filter((range) => !worker.allowAddress.includes(range))
  if (refused.length > 0)
    throw new Error(`it is to connect to ${refused.join(', ')}: ${started} without --allow-address for it`)
  if (job.optOut && worker.optOut === undefined)
    throw new Error(`it heeds a list of sites to leave alone: ${started} without --opt-out`)
  if (!job.robots && worker.robots)
    throw new Error(`it is not to ask for robots.txt: ${started} without --no-robots`)
  const own = [userAgentOf(worker), userAgentSuffix(worker)].map(ofAnyVersion)
  if (!own.includes(ofAnyVersion(job.userAgent)))
    throw new Error(
      `its User-Agent is '${job.userAgent.trim()}': ${started} with other --contact or --user-agent ` +
        `('${userAgentOf(worker)}')`,
    )
}

/** Machines of one fleet are upgraded one after the other. */
function ofAnyVersion(userAgent: string): string {
  return userAgent.replaceAll(/\btowline\/\d+\.\d+\.\d+(?:-[0-9A-Za-z.]+)?/g, 'towline/*')
}

/** Time between two rounds of loads of a site: what the campaign says, and never less than the worker's owner says (CRW-4). */
export function siteGapMs(
  worker: Pick<WorkerCommandOptions, 'siteGap'>,
  campaign: { readonly sandbox: boolean; readonly siteGapMs: number },
): number {
  return Math.max(campaign.siteGapMs, worker.siteGap ?? (campaign.sandbox ? 0 : LIVE_SITE_GAP_MS))
}

/** Files of the worker's machine that a replay reads. */
interface ReplayedFiles {
  readonly folders: readonly string[]
  readonly links: readonly LinkCondition[]
}

/**
 * Resolves to the folders of a replay, and links with their traces, by their real paths: in the worker's folder of recordings.
 * @throws Error where one is not there
 */
export async function demandFolders(
  { recordings }: Pick<WorkerCommandOptions, 'recordings'>,
  { folders, links }: ReplayedFiles,
): Promise<ReplayedFiles> {
  if (recordings === undefined) throw new Error('this worker was started without --recordings')
  const root = await realpath(recordings)
  const inside = async (path: string): Promise<string> => {
    const found = await realpath(resolve(root, path)).catch(() => null)
    if (found?.startsWith(`${root}${sep}`)) return found
    throw new Error(`${path}: this worker was started with --recordings ${root}, and there it is not`)
  }
  const trace = async (path: string | null) => (path === null ? null : await inside(path))
  return {
    folders: await Promise.all(folders.map(inside)),
    links: await Promise.all(
      links.map(async (link) => ({
        ...link,
        downTrace: await trace(link.downTrace),
        upTrace: await trace(link.upTrace),
      })),
    ),
  }
}
