import { Refusal } from '../../../tracking/refusals.ts';
import type { AddedPages, OtherProgram, Waits } from '../../pages.ts';
import type { CrewCenter } from '../crew-center.ts';
import { countWaiting } from '../join/applications.ts';
import type { Updates } from '../updates.ts';
import { registerAddons } from './addons-page.ts';
import { registerApplications } from './applications-page.ts';
import { registerBids } from './bids-page.ts';
import { registerFleet } from './fleet-page.ts';
import { registerInvitations } from './invitations-page.ts';
import { registerKept } from './kept-page.ts';
import { keptPages } from './kept-pages.ts';
import { registerNews } from './news-page.ts';
import { registerPilots } from './pilots-page.ts';
import { registerPireps } from './pireps-page.ts';
import { registerRules } from './rules-page.ts';
import { registerSchedules } from './schedules-page.ts';
import { registerSettings } from './settings-page.ts';
import { registerUpdate } from './update-page.ts';

export interface AdminNeeds {
  readonly crewCenter: CrewCenter;
  /** Folder of third-party modules. */
  readonly modulesFolder: string;
  readonly updates: Updates;
  readonly otherPrograms: readonly OtherProgram[];
}

/** Returns the admin pages of the embedded crew center. */
export function adminPages(needs: AdminNeeds): AddedPages {
  return {
    menu: [
      { path: 'admin/pireps', title: 'menu.pireps' },
      { path: 'admin/pilots', title: 'menu.pilots' },
      { path: 'admin/applications', title: 'menu.applications' },
      { path: 'admin/invitations', title: 'menu.invitations' },
      { path: 'admin/bids', title: 'menu.bids' },
      { path: 'admin/schedules', title: 'menu.schedules' },
      { path: 'admin/fleet', title: 'menu.fleet' },
      { path: 'admin/news', title: 'menu.news' },
      { path: 'admin/addons', title: 'menu.addons' },
      { path: 'admin/settings', title: 'menu.settings' },
      { path: 'admin/rules', title: 'menu.host-rules' },
      { path: 'update', title: 'menu.update' },
    ],
    waits: [applications(needs)],
    register(frame) {
      const { crewCenter } = needs;
      registerPireps(frame, crewCenter);
      registerPilots(frame, crewCenter);
      registerApplications(frame, crewCenter);
      registerInvitations(frame, crewCenter);
      registerBids(frame, crewCenter);
      registerSchedules(frame, crewCenter);
      registerFleet(frame, crewCenter);
      for (const page of keptPages) registerKept(frame, crewCenter, page);
      registerNews(frame, crewCenter);
      registerAddons(frame, crewCenter, needs.modulesFolder);
      registerSettings(frame, crewCenter, needs.otherPrograms);
      registerRules(frame, crewCenter);
      registerUpdate(frame, needs.updates);
    },
  };
}

function applications({ crewCenter, updates }: AdminNeeds): Waits {
  return {
    path: 'admin/applications',
    text: 'waits.applications',
    count: () => {
      if (updates.isPending)
        throw new Refusal('crew-center-unavailable', {
          message: 'The data of the crew center wait for their upgrade.',
        });
      return countWaiting(crewCenter);
    },
  };
}
