import { basename } from 'node:path'
import { conditionWith } from '../../link/condition/profiles.ts'
import { labPage } from '../../pages/page.ts'
import { PlanError } from '../../plan/plan-error.ts'
import { readPlanText } from '../../plan/read-plan-text.ts'
import { type KnownNames, schemaFaults } from '../../plan/schema-faults.ts'
import { type Path, type YamlText, yamlText } from '../../plan/yaml-text.ts'
import { RECORDING_PREFIX } from '../../replay/recorded-page.ts'
import type { LoadPlan, LoadRamp } from './load-plan.ts'
import { APACHE_FIELDS, LINK_FIELDS, type LoadPlanDocument, loadPlanSchema, RAMP_FIELDS } from './schema.ts'

/**
 * Reads a load plan and makes sure that it can be had.
 * @throws PlanError `lab/load/plans/neotys.yaml:12: …`; PlanMissing, and errors of the file system as they are
 */
export async function readLoadPlan(file: string): Promise<LoadPlan> {
  return parseLoadPlan(await readPlanText(file), file)
}

/**
 * The load plan of a text.
 * @param file how it is called in messages
 * @throws PlanError
 */
export function parseLoadPlan(text: string, file: string): LoadPlan {
  const yaml = yamlText(text, file)
  const parsed = loadPlanSchema.safeParse(yaml.data)
  if (!parsed.success) throw new PlanError(schemaFaults(yaml, parsed.error, namesAt))
  const { data } = parsed
  const faults = faultsOf(yaml, data)
  if (faults.length > 0) throw new PlanError(faults)
  const { source = null, link, ramp, fullRamp, ...rest } = data
  const { downMbps = null, upMbps = null, queuePackets } = link
  return {
    name: basename(file).replace(/\.ya?ml$/, ''),
    source,
    ...rest,
    link: conditionWith({
      rttMs: link.rttMs,
      downMbps,
      upMbps,
      ...(queuePackets === undefined ? {} : { queuePackets }),
    }),
    ramp: rampOf(ramp),
    fullRamp: fullRamp === undefined ? null : rampOf(fullRamp),
  }
}

function namesAt(path: Path): KnownNames {
  const [part] = path
  if (part === 'ramp' || part === 'fullRamp') return { kind: 'part of a ramp', names: RAMP_FIELDS }
  if (part === 'apache') return { kind: 'part of Apache', names: APACHE_FIELDS }
  if (part === 'link') return { kind: 'part of a link', names: LINK_FIELDS }
  return { kind: 'part of a load plan', names: Object.keys(loadPlanSchema.shape) }
}

function rampOf(ramp: LoadPlanDocument['ramp']): LoadRamp {
  return {
    users: ramp.users,
    rampMs: ramp.rampSeconds * 1_000,
    holdMs: ramp.holdSeconds * 1_000,
    intervalMs: ramp.intervalSeconds * 1_000,
  }
}

/** Finds faults that the schema cannot see. */
function faultsOf(yaml: YamlText, document: LoadPlanDocument): string[] {
  const faults: string[] = []
  for (const list of ['arms', 'servers'] as const) {
    const names: readonly string[] = document[list]
    const again = names.findIndex((name, index) => names.indexOf(name) < index)
    if (again >= 0) faults.push(yaml.fault([list, again], `${names[again]} stands there twice`))
  }
  const { page, slaMs, pageLimitMs } = document
  if (page.startsWith(RECORDING_PREFIX))
    faults.push(yaml.fault(['page'], 'a recorded page cannot be loaded by page users yet'))
  else
    try {
      labPage(page, { shards: 1, seed: document.seed })
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      faults.push(yaml.fault(['page'], `page: ${error.message}`))
    }
  if (slaMs > pageLimitMs)
    faults.push(yaml.fault(['slaMs'], `slaMs: ${slaMs} is above the page limit, ${pageLimitMs}`))
  for (const name of ['ramp', 'fullRamp'] as const) {
    const ramp = document[name]
    if (ramp !== undefined && ramp.rampSeconds + ramp.holdSeconds < 2 * ramp.intervalSeconds)
      faults.push(yaml.fault([name, 'intervalSeconds'], `${name}: shorter than two intervals`))
  }
  return faults
}
