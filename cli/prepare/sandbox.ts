import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Command, type Option } from 'commander'
import { openSandbox, type Sandbox } from '../../lab/sandbox/open.ts'
import { EXIT } from '../exit/exit-codes.ts'
import { untilInterrupted } from '../exit/interrupt.ts'
import { wholeNumber } from '../options/arguments.ts'
import { cacheOption } from '../options/cache-option.ts'
import { countText } from '../output/count-text.ts'
import { preparePart } from './prepare-part.ts'

/** `towline sandbox …`: the small internet by itself, to look around in. */
export function sandboxCommand(): Command {
  const command = new Command('sandbox')
    .description('A small internet on this machine, with known truth.')
    .enablePositionalOptions()
  const cache = (): Option => cacheOption('where its programs are unpacked')
  command
    .command('up')
    .description('keep it open until Ctrl-C, and print how to use it')
    .option('--sites <n>', 'entries of its list: the sites, then replicas of them', wholeNumber(1, 1_000_000))
    .addOption(cache())
    .action(async (options: { sites?: number; cache: string }) => {
      await using interrupt = untilInterrupted()
      await preparePart('sandbox', options.cache, interrupt.signal)
      await using sandbox = await openSandbox({ ...asSandboxOptions(options), signal: interrupt.signal })
      console.log(description(sandbox))
      if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort')
    })
  command
    .command('exec')
    .description('run one command in its client’s namespace, then close it')
    .argument('<command...>', 'for instance: curl --cacert $TOWLINE_CA https://h1-h2-h3.test/')
    .addOption(cache())
    .passThroughOptions()
    .action(async (argv: string[], options: { cache: string }) => {
      // Ctrl-C goes to the command as well, which ends as it likes; the sandbox is closed after it.
      await using interrupt = untilInterrupted()
      await preparePart('sandbox', options.cache, interrupt.signal)
      await using sandbox = await openSandbox(asSandboxOptions(options))
      interrupt.signal.throwIfAborted()
      process.exitCode = await runInside(sandbox, argv, {
        TOWLINE_CA: sandbox.caFile,
        TOWLINE_RESOLVER: sandbox.resolver,
      })
    })
  return command
}

function asSandboxOptions({ sites, cache }: { sites?: number; cache: string }): {
  cacheDir: string
  sites?: number
} {
  return { cacheDir: cache, ...(sites === undefined ? {} : { sites }) }
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

/**
 * Runs a command in the client's namespace with our terminal; resolves to its exit code. With a signal, the command
 * does not hear the terminal's Ctrl-C: it is sent one when the signal aborts, and may end in its own time.
 */
export async function runInside(
  sandbox: Sandbox,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  signal: AbortSignal | null = null,
): Promise<number> {
  const [program = '', ...rest] = sandbox.command(argv)
  const child = spawn(program, rest, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    detached: signal !== null,
  })
  const interrupt = (): void => void child.kill('SIGINT')
  signal?.addEventListener('abort', interrupt, { once: true })
  const [code, killedBy] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  signal?.removeEventListener('abort', interrupt)
  if (code !== null) return code
  process.stderr.write(
    `towline: what ran in the sandbox was ended by ${killedBy} (--resume continues a crawl)\n`,
  )
  return killedBy === 'SIGINT' ? EXIT.interrupted : EXIT.software
}
