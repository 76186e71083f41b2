import { Command, CommanderError } from 'commander'
import { checkCommand } from './check/check.ts'
import { backupCommand } from './data/backup.ts'
import { restoreCommand } from './data/restore.ts'
import { serveCommand } from './data/serve.ts'
import { demoCommand } from './demo/demo.ts'
import { explain } from './exit/errors.ts'
import { EXIT } from './exit/exit-codes.ts'
import { exportCommand } from './export/export.ts'
import { contributionsCommand } from './field/contributions.ts'
import { jobsCommand } from './fleet/jobs.ts'
import { vantageCommand } from './fleet/vantage.ts'
import { workerCommand } from './fleet/worker.ts'
import { followCommand } from './follow/follow.ts'
import { graphCommand } from './graph/graph.ts'
import { labCommand } from './lab/lab.ts'
import { tablesCommand } from './lab/tables.ts'
import { loadCommand } from './load/load.ts'
import { VERSION } from './options/version.ts'
import { visible } from './output/visible.ts'
import { sandboxCommand } from './prepare/sandbox.ts'
import { campaignCommand } from './probe/campaign.ts'
import { crawlCommand } from './probe/crawl.ts'
import { probeCommand } from './probe/probe.ts'
import { recomputeCommand } from './probe/recompute.ts'
import { samplesCommand } from './probe/samples.ts'
import { sitesCommand } from './probe/sites.ts'
import { recordCommand } from './record/record.ts'
import { releaseCommand } from './release/release.ts'
import { replayCommand } from './replay/replay.ts'
import { selectCommand } from './survey/select.ts'
import { surveyCommand } from './survey/survey.ts'

/** Runs the `towline` command. Resolves to the exit code; prints one line on the error stream for a failure. */
export async function main(argv: readonly string[]): Promise<number> {
  const program = new Command('towline')
    .description('Measures what HTTP/1.1, HTTP/2 and HTTP/3 really do to page loads.')
    .version(VERSION)
    .showHelpAfterError('(see --help)')
    .configureOutput({ outputError: (text, write) => write(`${inOurWords(text)}\n`) })
    // Also beside the longest flags of `serve` descriptions are wrapped.
    .configureHelp({ minWidthToWrap: 20 })
    .exitOverride()
    .enablePositionalOptions()
    .addCommand(checkCommand())
    .addCommand(crawlCommand())
    .addCommand(probeCommand())
    .addCommand(followCommand())
    .addCommand(surveyCommand())
    .addCommand(selectCommand())
    .addCommand(campaignCommand())
    .addCommand(samplesCommand())
    .addCommand(sitesCommand())
    .addCommand(recomputeCommand())
    .addCommand(tablesCommand())
    .addCommand(serveCommand())
    .addCommand(exportCommand())
    .addCommand(releaseCommand())
    .addCommand(demoCommand())
    .addCommand(labCommand())
    .addCommand(loadCommand())
    .addCommand(recordCommand())
    .addCommand(replayCommand())
    .addCommand(graphCommand())
    .addCommand(contributionsCommand())
    .addCommand(workerCommand())
    .addCommand(jobsCommand())
    .addCommand(vantageCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(sandboxCommand())
  inherit(program)
  try {
    await program.parseAsync(argv, { from: 'user' })
    return typeof process.exitCode === 'number' ? process.exitCode : EXIT.ok
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    const { exitCode, message } = explain(error)
    process.stderr.write(`towline: ${message}\n`)
    return exitCode
  }
}

/** One line, as all others of ours; what was typed may hold anything. */
function inOurWords(text: string): string {
  const line = text
    .trimEnd()
    .replace(/^error: /, 'towline: ')
    .replace('\n(Did you mean', ' (did you mean')
  return visible(line)
}

/**
 * Commands made on their own know nothing of the program's settings: without them they would end the process
 * themselves, and word their errors differently.
 */
function inherit(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command)
    inherit(child)
  }
}
