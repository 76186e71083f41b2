/**
 * A program for root on a kernel with netem: measures links of netem and prints a CaseMeasurement of each, a line of
 * JSON. Its arguments are the cache folder and the conditions in JSON.
 */
import type { LinkCondition } from '../../../../lab/link/condition/link.ts'
import { measureCase } from './measure-case.ts'

const [, , cacheDir = '', conditions = ''] = process.argv
for (const condition of JSON.parse(conditions) as LinkCondition[])
  process.stdout.write(`${JSON.stringify(await measureCase(condition, 'netem', cacheDir))}\n`)
