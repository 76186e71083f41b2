import { once } from 'node:events'
import { Command } from 'commander'
import { openSandbox, type Sandbox } from '../../lab/sandbox/open.ts'
import { untilInterrupted } from '../exit/exit-codes.ts'
import { wholeNumber } from '../options/arguments.ts'
import { cacheOption } from '../options/cache-option.ts'
import { countText } from '../output/text.ts'
import { preparePart } from './prepare-part.ts'

/** `towline sandbox up`: the small internet until Ctrl-C. */
export function sandboxUpCommand(): Command {
  return new Command('up')
    .option('--sites <n>', 'entries of its list: the sites, then replicas of them', wholeNumber(1, 1_000_000))
    .addOption(cacheOption('where its programs are unpacked'))
    .action(async ({ sites, cache }: { sites?: number; cache: string }) => {
      await using interrupt = untilInterrupted()
      await preparePart('sandbox', cache, interrupt.signal)
      await using sandbox = await openSandbox({
        ...(sites !== undefined && { sites }),
        cacheDir: cache,
        signal: interrupt.signal,
      })
      console.log(description(sandbox))
      if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort')
    })
}

function description(sandbox: Sandbox): string {
  return [
    `sandbox ${sandbox.id}: ${countText(sandbox.sites.length, 'site')}`,
    `  list      ${sandbox.listFile}`,
    `  resolver  ${sandbox.resolver}`,
    `  CA        ${sandbox.caFile}`,
    `  enter     ${sandbox.command(['bash']).join(' ')}`,
    'Ctrl-C closes it.',
  ].join('\n')
}
