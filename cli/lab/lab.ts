import { Command } from 'commander'
import { labCalibrateCommand } from './lab-calibrate.ts'
import { labPlanCommand } from './lab-plan.ts'
import { labResultsCommand } from './lab-results.ts'
import { labRunCommand } from './lab-run.ts'

/** `towline lab …`: pages on real servers behind an emulated link, swept over factors. */
export function labCommand(): Command {
  return new Command('lab')
    .description('Pages on real servers behind an emulated link, swept over the factors of a plan.')
    .addCommand(labRunCommand())
    .addCommand(labPlanCommand())
    .addCommand(labResultsCommand())
    .addCommand(labCalibrateCommand())
}
