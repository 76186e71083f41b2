import { Command } from 'commander'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { demandSandbox } from '../prepare/in-sandbox.ts'
import { demandNetworks } from './advice-assertion.ts'
import { type AdviseOptions, addAdviseOptions } from './advise-options.ts'
import { adviceCompareCommand } from './compare.ts'

/** `towline advise`: what HTTP/2 and HTTP/3 would gain a page over networks that visitors have, and what to change. */
export function adviseCommand(): Command {
  const command = new Command('advise').argument(
    '<page>',
    'its URL, or the name of a site for its home page: example.com, https://example.com/shop?item=1',
  )
  return addAdviseOptions(command)
    .addCommand(adviceCompareCommand())
    .action(async (typed: string, options: AdviseOptions) => {
      // Help does without what reads a URL.
      const { readAskedPage } = await import('../check/asked-page.ts')
      const asked = readAskedPage(typed)
      if (asked.page.scheme === 'http')
        throw new CliError(
          EXIT.noResult,
          'http:// has no TLS, without which browsers speak HTTP/1.1 alone: serve the page over https first',
        )
      demandSandbox(options)
      demandNetworks(options.assert, options.networks)
      const { runAdvise, takeLiveParts } = await import('./run-advise.ts')
      process.exitCode =
        options.liveOnly === undefined
          ? await runAdvise(command, asked, options)
          : await takeLiveParts(asked, options, options.liveOnly)
    })
}
