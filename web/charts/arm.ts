/** How each arm is told apart: by its word, its colour (class `arm-…`), its dash and its shape. */
interface ArmStyle {
  readonly label: string
  readonly dash: string | null
  readonly shape: 'circle' | 'square' | 'triangle' | 'diamond' | 'cross'
}

const ARMS: Readonly<Record<string, ArmStyle>> = {
  http: { label: 'HTTP/1.1 in clear text', dash: '1 4', shape: 'cross' },
  h1: { label: 'HTTP/1.1', dash: '2 3', shape: 'square' },
  h2: { label: 'HTTP/2', dash: '8 3', shape: 'triangle' },
  h3: { label: 'HTTP/3', dash: null, shape: 'circle' },
  'h3-altsvc': { label: 'HTTP/3 by Alt-Svc', dash: '9 3 2 3', shape: 'diamond' },
}

/** Arms this version does not know are drawn as they call themselves. */
export function armStyle(arm: string): ArmStyle {
  return ARMS[arm] ?? { label: arm, dash: '4 2', shape: 'cross' }
}

export function armLabel(arm: string): string {
  return armStyle(arm).label
}

/** Class that carries the arm's colour. */
export function armClass(arm: string): string {
  return arm in ARMS ? `arm-${arm}` : 'arm-other'
}
