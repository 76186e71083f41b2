import { Command } from 'commander'
import { pauseOf } from '../options/own-pause.ts'
import { demandSandbox, runInSandbox } from '../prepare/in-sandbox.ts'
import { demandGains } from './assertion.ts'
import { addCheckOptions, type CheckOptions } from './check-options.ts'

export function checkCommand(): Command {
  const command = new Command('check').argument(
    '<page>',
    'its URL, or the name of a site for its home page: example.com, https://example.com:8443/shop?item=1',
  )
  return addCheckOptions(command).action(async (typed: string, options: CheckOptions) => {
    // Help does without what reads a URL.
    const { armsForPage, readAskedPage } = await import('./asked-page.ts')
    const asked = readAskedPage(typed)
    const arms = armsForPage(asked.page, options.arms, command.getOptionValueSource('arms') === 'cli')
    demandGains(options.assert, arms)
    demandSandbox(options)
    if (options.sandbox === true) process.exitCode = await runInSandbox(command, options)
    else {
      const { runCheck } = await import('./run-check.ts')
      process.exitCode = await runCheck(asked, { ...options, arms, pause: pauseOf(command, options) })
    }
  })
}
