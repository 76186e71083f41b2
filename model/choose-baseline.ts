import { ARM_NAMES, type Arm } from './arm.ts'

/** The arm that the others are compared with where none is named: h1 as in the papers, else the first. */
export function chooseBaseline(arms: readonly Arm[]): Arm {
  return arms.includes('h1') ? 'h1' : (ARM_NAMES.find((arm) => arms.includes(arm)) ?? 'h1')
}
