/** Origin of towline's public collecting server; null: there is none yet. */
export const PUBLIC_SERVER: string | null = null
