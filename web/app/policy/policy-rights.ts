import type { PolicySection } from './policy-section.ts'

/** Sections 10 to 17: protection, rights, cookies and contact. */
export const rightsSections: readonly PolicySection[] = [
  {
    id: 'pp_p10',
    title: 'How data is protected',
    blocks: [
      {
        list: [
          'Every call of the portal states who may make it, and the database itself keeps facilities apart.',
          'Passwords are stored only as hashes that are slow to guess; codes live for minutes and allow few tries.',
          'Data travels encrypted where the operator has set up the portal for it, which we ask of every operator outside a closed network.',
          'Each opening and changing of a resident’s record is written to a log that the portal cannot change.',
        ],
      },
      'If data is lost or reaches the wrong hands, we tell the facility without delay, and the authority and the people concerned where the law asks for it.',
    ],
  },
  {
    id: 'pp_p11',
    title: 'Your rights',
    blocks: [
      'You have the right',
      {
        list: [
          'to be told which data we hold about you, and to have a copy of it;',
          'to have wrong data corrected and incomplete data completed;',
          'to have data deleted that is no longer needed or was used unlawfully;',
          'to have the use of data restricted while a dispute is settled;',
          'to receive data that you have given us in a form that machines read, or to have it passed on;',
          'to object to uses that rest on a legitimate interest;',
          'to withdraw consent.',
        ],
      },
      'Some of these rights have limits: records of care, for one, may have to be kept although you ask for their deletion. We tell you if so.',
    ],
  },
  {
    id: 'pp_p12',
    title: 'Asking for your data',
    blocks: [
      'Residents and those who act for them may ask the facility, or us; we pass on what is the facility’s to answer. We may ask for proof of who you are, and use it for nothing else.',
      'We aim to answer a subject access request within 14 calendar days, and do so in no more than one month. Where requests are complex or many, that time may be extended to a maximum of three months; we then tell you within the first month, and why.',
      'The answer is free of charge, unless a request is manifestly unfounded or excessive.',
    ],
  },
  {
    id: 'pp_p13',
    title: 'Children and young people',
    blocks: [
      'The service is not meant for people under 18, and no account is made for them.',
      'Where data of a child under 13 is nevertheless to be used with consent, that consent has to be given by a parent or whoever has parental responsibility. If we learn that it is missing, we delete the data.',
    ],
  },
  {
    id: 'pp_p14',
    title: 'Cookies and what the browser keeps',
    blocks: [
      'The portal sets one cookie, eupnea_session. It keeps you signed in, cannot be read by scripts, is sent to the portal only, and ends when you sign out. Without it the portal does not work, so it needs no consent.',
      'Your browser also keeps, under names beginning with eupnea., what you have set for yourself: theme, kind of dashboard, floor, facility, menu and whether your use may be counted; when it was last touched, so that a page that is left alone stops showing values, and which notifications it has shown; and for the open tab the page you were on the way to and whether you signed out. None of it leaves the browser. You can delete it in the settings of your browser at any time.',
      'The portal counts how often its pages are opened, as numbers a day by page and role. You can switch that off under Privacy in the menu with your name; it takes effect at once and is remembered in this browser. A browser that sends Do Not Track or Global Privacy Control is not counted at all.',
      'There are no cookies or scripts of third parties, and nothing follows you to other websites.',
    ],
  },
  {
    id: 'pp_p15',
    title: 'Automated decisions',
    blocks: [
      'Scores and notifications are computed from measurements by fixed rules. They are for people to look at: no decision about you is made by the portal alone.',
    ],
  },
  {
    id: 'pp_p16',
    title: 'Changes to this policy',
    blocks: [
      'If we change this policy, the new text is shown here with its date. Where a change matters to you, we or your facility tell you before it takes effect.',
    ],
  },
  {
    id: 'pp_p17',
    title: 'Contact and complaints',
    blocks: [
      'Questions about this policy and about your data go to the data protection officer of your facility, or to us through the Support link at the foot of each page.',
      'If you are not content with the answer, you may complain to the data protection authority of the country in which you live or work, or in which you think the law was broken. In the United Kingdom that is the Information Commissioner’s Office.',
    ],
  },
]
