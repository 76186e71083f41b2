import { Command } from 'commander'
import { hostName } from '../../crawler/list/host-name.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { visible } from '../output/visible.ts'
import { demandSandbox, runInSandbox } from '../prepare/in-sandbox.ts'
import { hostOf } from '../probe/named-sites.ts'
import { addCheckOptions, type CheckOptions } from './check-options.ts'

/** `towline check`: one site in a minute. */
export function checkCommand(): Command {
  const command = new Command('check').argument('<site>', 'its name or address, such as example.com')
  return addCheckOptions(command).action(async (site: string, options: CheckOptions) => {
    const host = hostName(hostOf(site)).host
    if (host === undefined) throw new CliError(EXIT.usage, `'${visible(site)}' is not the name of a site`)
    demandSandbox(options)
    if (options.sandbox === true) process.exitCode = await runInSandbox(command, options)
    else {
      const { runCheck } = await import('./run-check.ts')
      process.exitCode = await runCheck(host, options)
    }
  })
}
