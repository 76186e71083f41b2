import type { RunOptions } from '../options/run-options.ts'
import { isLive } from '../options/run-settings.ts'
import { preparePart } from '../prepare/prepare-part.ts'
import { type ProbingNeeds, prepareProbing } from '../prepare/prepare-probing.ts'
import { demandBrowserSandbox } from './browser-sandbox.ts'
import { egressFilterFor } from './egress.ts'
import type { ProbeOptions } from './probe-options.ts'

type LoadNeeds = ProbingNeeds &
  Pick<RunOptions, 'allowAddress' | 'ca'> &
  Pick<ProbeOptions, 'unconfined' | 'unsafeNoSandbox'>

/**
 * Gets what loads need, and tries what confines the pages of a live run: a filter of packets and Chromium's sandbox. All of it
 * before any site is visited.
 * @throws CliError where one of the two cannot be had, and the user was not content without
 */
export async function prepareLoads(options: LoadNeeds, signal: AbortSignal): Promise<void> {
  if (options.ca !== undefined && process.platform !== 'linux')
    process.stderr.write(
      '--ca is for the survey: the browser trusts what this system trusts, so install the root there as well\n',
    )
  await demandFilter(options, signal)
  await prepareProbing(options, signal)
  await demandBrowserSandbox(options, signal)
}

/** Everything opened is closed again: the run opens its own, with the port of its page. */
async function demandFilter(options: LoadNeeds, signal: AbortSignal): Promise<void> {
  const { cache, surveyOnly, connect, unconfined } = options
  if (!isLive(options) || surveyOnly === true || connect !== undefined || unconfined === true) return
  if (process.platform === 'linux' && process.geteuid?.() === 0) await preparePart('packets', cache, signal)
  await using _filter = await egressFilterFor(options)
}
