from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.usersessions.adapter import DefaultUserSessionsAdapter


class Accounts(DefaultAccountAdapter):
    pass


class SecondSteps(DefaultMFAAdapter):
    pass


class Sessions(DefaultUserSessionsAdapter):
    pass
