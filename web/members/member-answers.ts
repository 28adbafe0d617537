/** Calls whose answers a change of a member's links makes out of date. */
export const memberAnswers = [
  { name: 'listMembers' },
  { name: 'memberDetail' },
  { name: 'listLinkedProviders' },
  { name: 'listMemberInvitations' },
  { name: 'listProviderInvitations' },
  { name: 'readOwnMember' },
  { name: 'listOwnNights' },
  { name: 'readOwnNights' },
  { name: 'readOwnRespiration' },
] as const
