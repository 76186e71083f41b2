import type { Command } from 'commander'
import type { RunOptions } from './run-options.ts'

/**
 * The pause between two loads, milliseconds: as the user says it, and none between loads of servers of the user's own network or
 * the sandbox, whom it spares nothing.
 */
export function pauseOf(
  command: Pick<Command, 'getOptionValueSource'>,
  options: Pick<RunOptions, 'allowAddress'> & { readonly pause: number },
): number {
  return command.getOptionValueSource('pause') === 'default' && options.allowAddress.length > 0
    ? 0
    : options.pause
}
