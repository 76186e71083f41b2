import { Command } from 'commander'
import { loadPlanCommand } from './load-plan.ts'
import { loadResultsCommand } from './load-results.ts'
import { loadRunCommand } from './load-run.ts'

/** `towline load …`: page users ramped over a server under each protocol. */
export function loadCommand(): Command {
  return new Command('load')
    .description('What a protocol costs the server: users ramped over a page, errors, CPU and memory.')
    .addCommand(loadRunCommand())
    .addCommand(loadPlanCommand())
    .addCommand(loadResultsCommand())
}
