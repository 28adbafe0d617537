/**
 * What notifications are about. episode: respiration out of range; monitoring: the facility, whose sensors or messages
 * stand still; silent to stuck: a sensor; the others: a resident.
 */
export const notificationKinds = [
  'episode',
  'no_breathing',
  'stuck',
  'silent',
  'clock',
  'malformed',
  'out_of_bed',
  'still_in_bed',
  'trend',
  'back_early',
  'bed_mismatch',
  'monitoring',
  'system',
] as const
/** Why what a notification is about ended. in_range, left_bed, sensor_stuck, plan_changed: of a rate (AL-2, WA-4, PL-3). */
export const endReasons = [
  'in_range',
  'left_bed',
  'sensor_stuck',
  'plan_changed',
  'paused',
  'unlinked',
  'breathing',
  'left',
  'returned',
  'changed',
  'recovered',
  'settled',
  'dismissed',
] as const

export type NotificationKind = (typeof notificationKinds)[number]
