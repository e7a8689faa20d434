type Sent<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The columns whose fields were sent: an update changes these and no others. */
export const sentFields = <T extends object>(columns: T) =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Sent<T>
