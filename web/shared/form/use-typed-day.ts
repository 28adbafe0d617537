import { useState } from 'react'

/**
 * What a field for a day holds whose day is kept elsewhere, such as in the address. While half a date is typed it isn't
 * one yet: the field holds it by itself. As soon as another day is given, such as by Back, a link or a saved view, it
 * holds that one.
 * @param day '' for none
 */
export function useTypedDay(day: string): [typed: string, type: (text: string) => void] {
  const [held, setHeld] = useState({ of: day, text: day })
  if (held.of === day) return [held.text, (text) => setHeld({ of: day, text })]
  setHeld({ of: day, text: day })
  return [day, (text) => setHeld({ of: day, text })]
}
