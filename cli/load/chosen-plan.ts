import { type Command, InvalidArgumentError, Option } from 'commander'
import { LOAD_PLANS, type LoadPlan } from '../../lab/load/plan/load-plan.ts'
import { plannedLoads } from '../../lab/load/plan/planned-loads.ts'
import { readLoadPlan } from '../../lab/load/plan/read-load-plan.ts'
import { LOAD_SERVERS, type ServerName } from '../../lab/origin/servers.ts'
import { findPlan } from '../../lab/plan/find-plan.ts'
import { LOAD_ARMS, type LoadedArm } from '../../model/load-second.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { withFaultLines } from '../lab/lab-plan-file.ts'
import { commaList, wholeNumber } from '../options/arguments.ts'

export interface PlanChanges {
  readonly server?: readonly ServerName[]
  readonly arms?: readonly LoadedArm[]
  readonly repetitions?: number
  readonly seed?: number
  readonly full?: true
}

export function addPlanChanges(command: Command): Command {
  return command
    .option('--server <list>', `of ${LOAD_SERVERS.join(', ')}, instead of the plan’s`, namesOf(LOAD_SERVERS))
    .option('--arms <list>', 'of http, h1, h2, h3, instead of the plan’s', namesOf(LOAD_ARMS))
    .option('--repetitions <n>', 'instead of the plan’s; an interval needs three', wholeNumber(1, 100))
    .addOption(new Option('--seed <n>', 'instead of the plan’s').argParser(wholeNumber(0, 2 ** 32 - 1)))
    .option('--full', 'the long ramp of what the plan repeats, instead of the shortened one')
}

function namesOf<const Name extends string>(names: readonly Name[]): (text: string) => Name[] {
  return (text) => {
    const given = commaList(text)
    const unknown = given.find((name) => !(names as readonly string[]).includes(name))
    if (unknown !== undefined || given.length === 0)
      throw new InvalidArgumentError(`'${unknown ?? text}' is not one of ${names.join(', ')}.`)
    return [...new Set(given)] as Name[]
  }
}

/**
 * The load plan that a name or path names, with what the command line says instead.
 * @throws PlanError, PlanMissing, errors of the file system; CliError where nothing is left to load
 */
export async function chosenPlan(name: string, changes: PlanChanges): Promise<LoadPlan> {
  const file = await findPlan(name, LOAD_PLANS)
  const read = await withFaultLines(() => readLoadPlan(file))
  if (changes.full === true && read.fullRamp === null)
    throw new CliError(EXIT.usage, `--full: ${read.name} has no other ramp than its own`)
  const plan: LoadPlan = {
    ...read,
    servers: changes.server ?? read.servers,
    arms: changes.arms ?? read.arms,
    repetitions: changes.repetitions ?? read.repetitions,
    seed: changes.seed ?? read.seed,
    ramp: changes.full === true && read.fullRamp !== null ? read.fullRamp : read.ramp,
  }
  if (plannedLoads(plan).length === 0)
    throw new CliError(EXIT.usage, `${plan.servers.join(', ')} speaks none of ${plan.arms.join(', ')}`)
  return plan
}
