import { Command } from 'commander'
import { openSandbox } from '../../lab/sandbox/open.ts'
import { untilInterrupted } from '../exit/exit-codes.ts'
import { cacheOption } from '../options/cache-option.ts'
import { preparePart } from './prepare-part.ts'
import { runInside } from './run-inside.ts'

/** `towline sandbox exec`: one command in the small internet. */
export function sandboxExecCommand(): Command {
  return new Command('exec')
    .argument('<command...>', 'for instance: curl --cacert $TOWLINE_CA https://h1-h2-h3.test/')
    .addOption(cacheOption('where its programs are unpacked'))
    .passThroughOptions()
    .action(async (argv: string[], { cache }: { cache: string }) => {
      // Ctrl-C goes to the command as well, which ends as it likes; the sandbox is closed after it.
      await using interrupt = untilInterrupted()
      await preparePart('sandbox', cache, interrupt.signal)
      await using sandbox = await openSandbox({ cacheDir: cache })
      interrupt.signal.throwIfAborted()
      process.exitCode = await runInside(sandbox, argv, {
        TOWLINE_CA: sandbox.caFile,
        TOWLINE_RESOLVER: sandbox.resolver,
      })
    })
}
