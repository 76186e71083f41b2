import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Command } from 'commander'
import { latestCampaign } from '../../db/campaign/campaigns.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { wholeNumber } from '../options/arguments.ts'
import { ENTRY } from '../options/entry.ts'
import { EXIT } from '../exit/exit-codes.ts'
import { untilInterrupted } from '../exit/interrupt.ts'

interface DemoOptions {
  readonly port: number
  readonly host: string
  readonly folder: string
  readonly rounds: number
  readonly sites: number
  readonly recorded?: true
}

/** Made by our own sandbox (scripts/record-demo.sh): for machines where no sandbox can be opened. */
export const RECORDED = join(import.meta.dirname, '../../demo/recorded.sqlite')

/** `towline demo`: crawls the sandbox, then shows what came of it. */
export function demoCommand(): Command {
  return new Command('demo')
    .description(
      'Crawls the sandbox (survey, selection, a few rounds of probing), then serves what came of it. Where no sandbox ' +
        'can be opened, a small recorded data set is served instead. What was crawled is kept and not crawled twice.',
    )
    .option('--port <port>', 'TCP port of the dashboard; 0 for any free one', wholeNumber(0, 65_535), 8080)
    .option('--host <address>', 'address that the dashboard listens on', '127.0.0.1')
    .option('--folder <folder>', 'where the data is kept', 'data')
    .option('--rounds <n>', 'loads of each site under each arm', wholeNumber(1, 1_000), 10)
    .option('--sites <n>', 'sites to load', wholeNumber(1, 100), 8)
    .option('--recorded', 'serve the recorded data set at once')
    .action(async (options: DemoOptions) => {
      process.exitCode = await demo(options)
    })
}

async function demo(options: DemoOptions): Promise<number> {
  // Ctrl-C is heard by the command that is run, which shares our terminal; it ends first.
  await using _ = untilInterrupted()
  const database = join(options.folder, 'demo.sqlite')
  if (options.recorded !== true) {
    const code = await crawl(database, options)
    if (code === EXIT.ok) return await serve(database, options, [])
    if (code !== EXIT.unavailable) return code
    say('no sandbox can be opened on this machine (see above): a recorded data set is shown in its place')
  }
  const copy = join(options.folder, 'recorded.sqlite')
  await mkdir(dirname(copy), { recursive: true })
  // A copy, for an open database has files beside it.
  if (!existsSync(copy)) await copyFile(RECORDED, copy)
  return await serve(copy, options, ['--recorded'])
}

async function crawl(database: string, { rounds, sites }: DemoOptions): Promise<number> {
  if (await isFinished(database)) {
    say(`${database} holds a finished crawl, which is shown (delete it for a new one)`)
    return EXIT.ok
  }
  return await towline([
    'crawl', '--sandbox', '--database', database, ...(existsSync(database) ? ['--resume'] : []),
    '--rounds', String(rounds), '--select', String(sites), '--pause', '200ms',
  ])
}

async function isFinished(database: string): Promise<boolean> {
  if (!existsSync(database)) return false
  await using db = await openDatabase({ url: database })
  return (await latestCampaign(db))?.state === 'finished'
}

function serve(database: string, { port, host }: DemoOptions, flags: readonly string[]): Promise<number> {
  return towline(['serve', '--database', database, '--port', String(port), '--host', host, ...flags])
}

/** One of our own commands, on this terminal. Resolves to its exit code. */
async function towline(argv: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, ENTRY, ...argv], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? EXIT.software
}

function say(line: string): void {
  process.stderr.write(`demo: ${line}\n`)
}
