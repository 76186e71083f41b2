import { h, type VNode } from '../../web/dom/h.ts'

/** One click sets the public server; nothing where there is none, or it is set already. */
export function publicServer(
  origin: string | null,
  current: string | null,
  choose: (origin: string) => void,
): VNode | null {
  if (origin === null || origin === current) return null
  return h(
    'p.row',
    h(
      'button',
      { type: 'button', class: 'first', id: 'public-server', onclick: () => choose(origin) },
      `Use towline’s public server, ${new URL(origin).host}`,
    ),
  )
}
