import { ARMS, type Arm } from '../../model/arm.ts'

/** Says how each arm is told apart: by its word, its colour (class `arm-…`), its dash and its shape. */
interface ArmStyle {
  readonly label: string
  readonly dash: string | null
  readonly shape: 'circle' | 'square' | 'triangle' | 'diamond' | 'cross' | 'hexagon'
}

const STYLES: Readonly<Record<Arm, ArmStyle>> = {
  http: { label: ARMS.http.label, dash: '1 4', shape: 'cross' },
  h1: { label: ARMS.h1.label, dash: '2 3', shape: 'square' },
  h2: { label: ARMS.h2.label, dash: '8 3', shape: 'triangle' },
  h3: { label: ARMS.h3.label, dash: null, shape: 'circle' },
  'h3-altsvc': { label: ARMS['h3-altsvc'].label, dash: '9 3 2 3', shape: 'diamond' },
  recorded: { label: ARMS.recorded.label, dash: '12 2 2 2 2 2', shape: 'hexagon' },
}

/** Arms this version does not know are drawn as they call themselves. */
export function armStyle(arm: string): ArmStyle {
  return isKnown(arm) ? STYLES[arm] : { label: arm, dash: '4 2', shape: 'cross' }
}

export function armLabel(arm: string): string {
  return armStyle(arm).label
}

/** Class that carries the arm's colour. */
export function armClass(arm: string): string {
  return isKnown(arm) ? `arm-${arm}` : 'arm-other'
}

function isKnown(arm: string): arm is Arm {
  return Object.hasOwn(STYLES, arm)
}
