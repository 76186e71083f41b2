import type { WorkerCommandOptions } from './worker-options.ts'

/**
 * Whoever can add jobs must not be able to send a worker into its own network, or past its list of who wants to be left
 * alone: both are for its owner to say.
 * @throws Error where the job asks for more than the worker was started with
 */
export function demandReach(
  worker: Pick<WorkerCommandOptions, 'allowAddress' | 'optOut'>,
  job: { readonly allowAddress: readonly string[]; readonly optOut: boolean },
): void {
  const refused = job.allowAddress.filter((range) => !worker.allowAddress.includes(range))
  if (refused.length > 0)
    throw new Error(
      `it is to connect to ${refused.join(', ')}: this worker was started without --allow-address for it`,
    )
  if (job.optOut && worker.optOut === undefined)
    throw new Error('it heeds a list of sites to leave alone: this worker was started without --opt-out')
}
