from kibitz.classroom.catalog import experiment as experiment
from kibitz.classroom.catalog import experiments as experiments
from kibitz.classroom.experiment import Experiment as Experiment
from kibitz.classroom.experiment import RoundOutcome as RoundOutcome
from kibitz.classroom.room import Room as Room
from kibitz.classroom.session import Session as Session
from kibitz.classroom.session import begin as begin
from kibitz.classroom.session import read_session as read_session
